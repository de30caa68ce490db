// Factory, MIT licence; see LICENSE
//
// The shutdown of singletons, of the process and of a test.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private typealias SingletonPath = any KeyPath<ShutdownContainer, Factory<Resource>> & Sendable

extension ShutdownContainer {
  fileprivate var hookThenScope: Factory<Resource> {
    self { self.make("defined") }.onShutdown { [closed = closed] in closed.append($0.name) }
      .singleton
  }
  fileprivate var scopeThenHook: Factory<Resource> {
    self { self.make("defined") }.singleton
      .onShutdown { [closed = closed] in closed.append($0.name) }
  }
}

extension FamilyContainer {
  fileprivate var asyncSingle: AsyncFactory<Piece, any Error> {
    self {
      await Task.yield()
      return Piece("single", self.cached())
    }.singleton
  }
}

@Suite("Singleton shutdown") struct SingletonShutdownTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("It closes singletons in reverse order, and drops all")
  func order() async throws {
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      container.single.closing(in: container)
      container.singleByNumber.onShutdown { [closed = container.closed] in closed.append($0.name) }
      _ = container.single()
      _ = container.singleByNumber(1)
      _ = container.singleByNumber(2)
      _ = container.plain()
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed == ["single 2", "single 1", "single"])
      #expect(container.single.resolvedOrNil() == nil)
      #expect(container.plain.resolvedOrNil() != nil)
      try await Scope.singleton.shutdown(hookLimit: .seconds(1))
      #expect(closed.count == 3)
    }
  }

  @Test(
    "A hook in the definition replaces one that was set elsewhere, before and after the scope",
    arguments: [\ShutdownContainer.hookThenScope, \.scopeThenHook] as [SingletonPath])
  private func definitionsHook(path: SingletonPath) async throws {
    let closed = container.closed
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      _ = container[keyPath: path]()
      container[keyPath: path].onShutdown { _ in closed.append("other") }
      container.reset()
      _ = container[keyPath: path]()
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["defined"])
    }
  }

  @Test("A singleton that a child asks for is not the child's to close, nor are its parts")
  func askedByChild() async throws {
    let parent = FamilyContainer()
    let (child, closed) = (FamilyContainer(parent: parent), container.closed)
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      parent.cached.onShutdown { closed.append($0.name) }
      parent.asyncSingle.onShutdown { closed.append($0.name) }
      let single = try await child.asyncSingle()
      #expect(single.parts[0] === parent.cached())
      try await child.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements.isEmpty)
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["single"])
      try await parent.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["single", "cached"])
    }
  }

  @Test("An instance without a hook is dropped")
  func dropped() async throws {
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      _ = container.single()
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(container.single.resolvedOrNil() == nil)
    }
  }

  @Test("A copy closes what was built in it, and only drops what it has copied")
  func clone() async throws {
    let original = Scope.Singleton()
    try await Scope.$singleton.withValue(original) {
      container.single.closing(in: container)
      container.singleByNumber.onShutdown { [closed = container.closed] in closed.append($0.name) }
      let single = container.single()
      try await Scope.$singleton.withValue(original.clone()) {
        #expect(container.single() === single)
        _ = container.singleByNumber(5)
        try await Scope.singleton.shutdown(hookLimit: longHookLimit)
        #expect(closed == ["single 5"])
        #expect(container.single() !== single)
        try await Scope.singleton.shutdown(hookLimit: longHookLimit)
        #expect(closed == ["single 5", "single"])
      }
      #expect(container.single() === single)
      try await original.shutdown(hookLimit: longHookLimit)
      #expect(closed == ["single 5", "single", "single"])
    }
  }

  @Test(
    "A hook that is set in a child does not apply to the singleton that the child asks for first")
  func hookInFirstChild() async throws {
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      let parent = FamilyContainer()
      let child = FamilyContainer(parent: parent)
      let closed = container.closed
      parent.single.onShutdown { _ in closed.append("parent") }
      child.single.onShutdown { _ in closed.append("child") }
      _ = child.single()
      try await child.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements.isEmpty)
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["parent"])
    }
  }

  @Test("A singleton that a child registers is the child's to close, by the child's hook")
  func ownSingleton() async throws {
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      let parent = FamilyContainer()
      let child = FamilyContainer(parent: parent)
      let closed = container.closed
      parent.single.onShutdown { _ in closed.append("parent") }
      child.single.register { Piece("own") }
      child.single.onShutdown { closed.append("child \($0.name)") }
      _ = (child.single(), parent.single())
      try await child.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["child own"])
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed.elements == ["child own", "parent"])
    }
  }

  @Test("A singleton's hook does not retain a child that has resolved it")
  func hookReleasesChild() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let parent = FamilyContainer()
      _ = parent.single()
      weak var token: Resource?
      do {
        let child = FamilyContainer(parent: parent)
        let inHook = Resource("captured")
        token = inHook
        child.single.onShutdown { _ in _ = inHook.name }
        _ = child.single()
      }
      #expect(token == nil)
    }
  }

  @Test("Two shutdowns of singletons at once do the work once")
  func twoAtOnce() async throws {
    let container = container
    await Scope.$singleton.withValue(Scope.Singleton()) {
      container.single.onShutdown { [closed = container.closed] _ in
        await Task.yield()
        closed.append("single")
        throw ShutdownFailure.failed
      }
      _ = container.single()
      let errors = await inTasks(2) { _ in
        do throws(ShutdownError) {
          try await Scope.singleton.shutdown(hookLimit: longHookLimit)
          return 0
        } catch {
          return error.errors.count
        }
      }
      #expect(errors.contains(1))
      #expect(closed == ["single"])
    }
  }

  @Test("A singleton's hook may shut down its container, whose hooks may use the singleton")
  func mixture() async throws {
    let container = container
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      container.single.onShutdown { _ in
        try await container.shutdown(hookLimit: longHookLimit)
        container.closed.append("single")
      }
      container.bare.onShutdown { _ in container.closed.append(container.single().name + "!") }
      let single = container.single()
      _ = container.bare()
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      #expect(closed == ["single!", "single"])
      withExtendedLifetime(single) {}
    }
  }

  @Test("The singletons of a test with the trait are its own", .container)
  func trait() async throws {
    container.single.closing(in: container)
    _ = container.single()
    try await Scope.singleton.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["single"])
  }
}
