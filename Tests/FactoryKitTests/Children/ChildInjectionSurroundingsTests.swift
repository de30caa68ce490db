// Factory, MIT licence; see LICENSE
//
// What is a part of a child's construction, and what is not: loggers, threads and queues, tasks, wrappers that were
// created elsewhere, `autoRegister`, globals.
import Dispatch
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container whose child logs a message while it builds.
private final class LoggingContainer: SharedContainer {
  @TaskLocal static var shared = LoggingContainer()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: LoggingContainer) { manager = ContainerManager(childOf: parent) }

  var logging: Factory<String> {
    self {
      // Without a push, this is logged.
      self.manager.pop()
      return dependency(\LoggingContainer.name)
    }
  }
  var name: Factory<String> { self { "shared" } }
}

/// Code that a construction starts. Each calls `body` and waits for it.
private enum Started: CaseIterable, Sendable {
  case task, detachedTask, taskOnMainActor, thread, queue, continuation

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
    case .continuation:
      await withCheckedContinuation { continuation in
        _ = TestThread(inheritingContainers: true) {
          body()
          continuation.resume()
        }
      }
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
  fileprivate var global: Factory<Elsewhere> { self { Globals.first } }
  fileprivate var isolatedGlobal: Factory<Elsewhere> { self { Globals.second } }
}

/// Each is used by one test only.
private enum Globals {
  static let first = Elsewhere()
  static let second = Container.shared.run { Elsewhere() }
}

extension ProcessWide {
  @Suite("Loggers and child containers") struct ChildLoggerTests {
  }
}

@Suite("Code around and in a child's construction", .container)
struct ChildInjectionSurroundingsTests {
  private let child = Container.child("child")

  @Test(
    "A task that a construction starts is a part of it; a detached task, a thread and a queue are not",
    arguments: Started.allCases)
  fileprivate func started(code: Started) async {
    let seen = LockedArray<String>()
    let factory = AsyncFactory<String, Never>(child, key: "starting") {
      await code.run { seen.append(Made().name) }
      return Made().name
    }
    #expect(await factory() == "child")
    #expect(seen.elements == [code.name])
  }

  @Test("The same, in a construction that has a task of its own", arguments: Started.allCases)
  fileprivate func startedWithScope(code: Started) async {
    let seen = LockedArray<String>()
    let factory = AsyncFactory<Origin, Never>(child, key: "starting") {
      await code.run { seen.append(Made().name) }
      return dependency(\.origin)
    }
    #expect(await factory.cached().name == "child")
    #expect(seen.elements == [code.name])
  }

  @Test(
    "A thread or a queue that a synchronous construction uses is no part of it",
    arguments: [Started.thread, .queue])
  fileprivate func startedSynchronously(code: Started) {
    let seen = LockedArray<String>()
    let names = Factory<String>(child, key: "starting") {
      if code == .thread {
        TestThread(inheritingContainers: true) { seen.append(Made().name) }.join()
      } else {
        let done = Gate()
        DispatchQueue(label: "started").async {
          seen.append(Made().name)
          done.open()
        }
        done.wait()
      }
      return Made().name
    }
    #expect(names() == "child")
    #expect(seen.elements == ["root"])
  }

  @Test("What a task of the construction creates remembers the child, unless the task is detached")
  func startedLazily() async {
    let factory = AsyncFactory<[Elsewhere], Never>(child, key: "starting") {
      [
        await Task { Elsewhere() }.value, await Task { @MainActor in Elsewhere() }.value,
        await Task.detached { Elsewhere() }.value,
      ]
    }
    let objects = await factory()
    #expect(objects.map(\.lazy.name) == ["child", "child", "root"])
    #expect(objects.map(\.dynamic.name) == ["child", "child", "root"])
    #expect(objects.map { $0.$injected.factory().name } == ["child", "child", "root"])
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

  @Test("A global that is first used in a construction is a part of it")
  func global() {
    let global = child.global()
    #expect(global.lazy.name == "child")
    #expect(global.dynamic.name == "child")
  }

  @Test("A global that is created in Container.shared.run is no part of the construction around it")
  func isolatedGlobal() {
    let global = child.isolatedGlobal()
    #expect(global.lazy.name == "root")
    #expect(global.dynamic.name == "root")
    #expect(global.injected.name == "root")
    #expect(global.function(1) == "root 1")
  }
}
