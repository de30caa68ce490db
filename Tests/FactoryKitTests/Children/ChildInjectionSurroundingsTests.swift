// Factory, MIT licence; see LICENSE
//
// What is a part of a child's construction, and what is not: threads and queues, tasks, wrappers that were created
// elsewhere, code after it. And asynchronous constructions: on several threads, and of children that are released.
import Dispatch
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Code that a construction starts. Each calls `body` and waits for it.
private enum Started: CaseIterable, Sendable {
  case task, detachedTask, taskOnMainActor, thread, queue

  /// Whether the code is a part of the construction: a task that inherits its task-local values.
  var isPart: Bool { self == .task || self == .taskOnMainActor }
  /// What the code injects, if a child builds.
  var name: String { isPart ? "child" : "root" }

  func run(_ body: @escaping @Sendable () -> Void) async {
    switch self {
    case .task: await Task { body() }.value
    case .detachedTask: await Task.detached { body() }.value
    case .taskOnMainActor: await Task { @MainActor in body() }.value
    case .thread: TestThread(inheritingContainers: true) { body() }.join()
    case .queue:
      let done = Gate()
      DispatchQueue(label: "started").async {
        body()
        done.open()
      }
      done.wait()
    }
  }
}

private final class Elsewhere: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.cachedOrigin) var lazy
  @WeakLazyInjected(\.cachedOrigin) var weak
  @DynamicInjected(\.cachedOrigin) var dynamic
  @Injected(\.cachedOrigin) var injected
  @LazyInjected(\.numbered) var function
}

extension Container {
  fileprivate var numbered: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var readAtOnce: Factory<String> { self { Elsewhere().lazy.name } }
  fileprivate var asyncMade: AsyncFactory<Made, Never> {
    self { () async in
      await Task.yield()
      return Made()
    }
  }
  fileprivate var failing: ThrowingFactory<Made, any Error> {
    self { () throws in throw TestError() }
  }
}

@Suite("Code around and in a child's construction", .container)
struct ChildInjectionSurroundingsTests {
  private let child = Container.child("child")

  @Test(
    "A task that a construction starts is a part of it; a detached task, a thread and a queue are not",
    arguments: Started.allCases, [nil, Scope.cached])
  fileprivate func started(code: Started, scope: Scope?) async {
    let seen = LockedArray<String>()
    let factory = AsyncFactory<Origin, Never>(child, key: "starting") {
      await code.run { seen.append(Made().name) }
      return dependency(\.origin)
    }
    #expect(await factory.scoped(scope)().name == "child")
    #expect(seen.elements == [code.name])
  }

  @Test("The tasks of a group, also if the factory is resolved in the body of another group")
  func groupInOtherBody() async {
    let names = AsyncFactory<[String], Never>(child, key: "grouping") {
      await withTaskGroup(of: String.self) { group in
        group.addTask { Made().name }
        return [await group.next()!, Made().name]
      }
    }
    let inBody = await withTaskGroup(of: Void.self) { _ in await names() }
    #expect(inBody == ["child", "child"])
    let inTask = await withTaskGroup(of: [String].self) { group in
      group.addTask { await names() }
      return await group.next()!
    }
    #expect(inTask == ["child", "child"])
  }

  @Test(
    "A wrapper that was created outside of constructions uses `shared`, which acts as the child")
  func createdElsewhere() {
    let object = Elsewhere()
    child.made.register {
      #expect(object.lazy.name == "child")
      #expect(object.weak?.name == "child")
      #expect(object.dynamic.name == "child")
      #expect(object.injected.name == "root")
      #expect(object.$injected.factory().name == "child")
      #expect(object.$lazy.factory().name == "child")
      #expect(object.$weak.factory().name == "child")
      #expect(object.$dynamic().name == "child")
      #expect(object.function(1) == "child 1")
      return Made()
    }
    #expect(child.made().name == "child")
    #expect(object.dynamic.name == "root")
  }

  @Test("A child that nothing but the call or a factory value retains is used while it builds")
  func temporary() async {
    let factory = Container.child("child").made
    #expect(factory().name == "child")
    #expect(Container.child("child").readAtOnce() == "child")
    #expect(await Container.child("child").asyncMade().name == "child")
  }

  @Test("After a construction, or an error of one, injection uses the shared container again")
  func afterwards() async {
    _ = child.made()
    #expect(Made().name == "root")
    _ = await child.asyncMade()
    #expect(Made().name == "root")
    #expect(throws: TestError.self) { try child.failing() }
    #expect(Made().name == "root")
  }
}

// MARK: Asynchronous constructions

/// A factory that is asynchronous has no scope, or one with which its closure runs in a task of its own.
private let asyncScopes: [Scope?] = [nil, .cached, .shared, .graph]

/// The names that a construction has injected.
private final class Names: Sendable {
  let all: [String]
  init(_ all: [String]) { self.all = all }
}

extension Container {
  /// A factory whose closure is given.
  fileprivate func names(
    _ scope: Scope?, _ make: @escaping @Sendable () async -> [String]
  ) -> AsyncFactory<Names, Never> {
    AsyncFactory(self, key: "names") { Names(await make()) }.scoped(scope)
  }
}

@Suite("Asynchronous constructions in a child", .container) struct ChildAsyncInjectionTests {
  private let child = Container.child("child")

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A construction injects from the child on each thread on which it continues",
    arguments: asyncScopes)
  func threads(scope: Scope?) async {
    let names = child.names(scope) {
      let first = Made().name
      let second = await onOtherThread {
        let name = Made().name
        return await name + onOtherThread { Made().name }
      }
      return [first, second, Made().name]
    }
    #expect(await names().all == ["child", "childchild", "child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A construction that was suspended injects from the child, although others were built meanwhile"
  )
  func suspended() async throws {
    let gate = TaskGate()
    let names = child.names(nil) {
      let thread = ThreadReference()
      let first = Made().name
      await gate.wait()
      #expect(!thread.isCurrent)
      return [first, Made().name]
    }
    let task = WatchedTask { await names() }
    await task.suspended()
    #expect(Made().name == "root")
    #expect(await Container.child("other").names(nil) { [Made().name] }().all == ["other"])
    gate.open()
    #expect(try await task.value.all == ["child", "child"])
  }

  @Test("A task that waits for another one's construction injects from its own child afterwards")
  func waiting() async {
    let (begun, gate) = (TaskGate(), TaskGate())
    let kept = child.names(.cached) {
      begun.open()
      await gate.wait()
      return [Made().name]
    }
    let other = Container.child("other")
    async let first = kept()
    await begun.wait()
    async let second = other.names(nil) {
      async let opened: Void = gate.open()
      let kept = await kept().all
      await opened
      return kept + [Made().name]
    }()
    #expect(await first.all == ["child"])
    #expect(await second.all == ["child", "other"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction injects from a child that was released meanwhile", arguments: asyncScopes)
  func released(scope: Scope?) async throws {
    let gate = TaskGate()
    weak var weakChild: Container?
    let task: WatchedTask<Names>
    do {
      let child = Container.child("released")
      weakChild = child
      let names = child.names(scope) {
        let first = Made().name
        await gate.wait()
        return [first, Made().name]
      }
      task = WatchedTask { await names() }
    }
    // The construction of a scope has a task of its own, which may not have begun yet.
    await task.suspended()
    gate.open()
    #expect(try await task.value.all == ["released", "released"])
    await untilReleased { weakChild }
  }
}
