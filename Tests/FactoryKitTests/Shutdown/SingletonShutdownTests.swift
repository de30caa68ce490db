// Factory, MIT licence; see LICENSE
//
// The shutdown of singletons, of the process and of a test, whose singletons are its own.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var asyncSingle: AsyncFactory<Piece, any Error> {
    self {
      await Task.yield()
      return Piece("single", self.cached())
    }.singleton
  }
}

@Suite("Singleton shutdown", .container) struct SingletonShutdownTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  private func shutdownSingletons() async throws {
    try await Scope.singleton.shutdown(hookLimit: longHookLimit)
  }

  @Test("It closes singletons in reverse order, and drops all")
  func order() async throws {
    container.single.closing(in: container)
    container.singleByNumber.closing(in: container)
    _ = (container.single(), container.singleByNumber(1), container.singleByNumber(2))
    _ = container.plain()
    try await shutdownSingletons()
    #expect(closed == ["single 2", "single 1", "single"])
    #expect(container.single.resolvedOrNil() == nil)
    #expect(container.plain.resolvedOrNil() != nil)
    try await Scope.singleton.shutdown(hookLimit: .seconds(1))
    #expect(closed.count == 3)
  }

  @Test("A singleton does not belong to the container")
  func ofContainer() async throws {
    container.single.closing(in: container)
    let single = container.single()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.isEmpty)
    #expect(container.single() === single)
  }

  @Test("A singleton that a child asks for is not the child's to close, nor are its parts")
  func askedByChild() async throws {
    let parent = FamilyContainer()
    let (child, closed) = (FamilyContainer(parent: parent), container.closed)
    parent.cached.onShutdown { closed.append($0.name) }
    parent.asyncSingle.onShutdown { closed.append($0.name) }
    let single = try await child.asyncSingle()
    #expect(single.parts[0] === parent.cached())
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(closed.elements.isEmpty)
    try await shutdownSingletons()
    #expect(closed.elements == ["single"])
    try await parent.shutdown(hookLimit: longHookLimit)
    #expect(closed.elements == ["single", "cached"])
  }

  @Test("A copy closes what was built in it, and only drops what it has copied")
  func clone() async throws {
    let original = Scope.singleton
    container.single.closing(in: container)
    container.singleByNumber.closing(in: container)
    let single = container.single()
    try await Scope.$singleton.withValue(original.clone()) {
      #expect(container.single() === single)
      _ = container.singleByNumber(5)
      try await shutdownSingletons()
      #expect(closed == ["single 5"])
      #expect(container.single() !== single)
      try await shutdownSingletons()
      #expect(closed == ["single 5", "single"])
    }
    #expect(container.single() === single)
    try await original.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["single 5", "single", "single"])
  }

  @Test("A singleton that a child registers is the child's to close, by the child's hook")
  func ownSingleton() async throws {
    let parent = FamilyContainer()
    let (child, closed) = (FamilyContainer(parent: parent), container.closed)
    parent.single.onShutdown { _ in closed.append("parent") }
    child.single.register { Piece("own") }
    child.single.onShutdown { closed.append("child \($0.name)") }
    _ = (child.single(), parent.single())
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(closed.elements == ["child own"])
    try await shutdownSingletons()
    #expect(closed.elements == ["child own", "parent"])
  }

  @Test("A singleton's hook does not retain a child that has resolved it")
  func hookReleasesChild() {
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

  @Test("A singleton's hook may shut down its container, whose hooks may use the singleton")
  func mixture() async throws {
    let container = container
    container.single.onShutdown { _ in
      try await container.shutdown(hookLimit: longHookLimit)
      container.closed.append("single")
    }
    container.bare.onShutdown { _ in container.closed.append(container.single().name + "!") }
    let single = container.single()
    _ = container.bare()
    try await shutdownSingletons()
    #expect(closed == ["single!", "single"])
    withExtendedLifetime(single) {}
  }
}
