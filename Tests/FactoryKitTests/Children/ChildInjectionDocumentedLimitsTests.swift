// Factory, MIT licence; see LICENSE
//
// What the article "Child containers" lists as code that does not follow a child, where other tests do not
// test it: loggers, threads and queues, tasks, wrappers that were created elsewhere, globals.
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
  var asyncLogging: AsyncFactory<String, Never> {
    self { () async in
      self.manager.pop()
      return dependency(\LoggingContainer.name)
    }
  }
  var name: Factory<String> { self { "shared" } }
}

/// Code that a construction starts, and that is no part of it. Each calls `body` and waits for it.
private enum Started: CaseIterable, Sendable {
  case task, detachedTask, taskOnMainActor, thread, queue, continuation

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
    @Test("A logger is no part of the construction that logs a message", arguments: [false, true])
    func logger(isAsync: Bool) async throws {
      let child = LoggingContainer(parent: .shared)
      child.name.register { "child" }
      let seen = LockedArray<String>()
      let logger = { @Sendable (_: String) in seen.append(dependency(\LoggingContainer.name)) }
      if isAsync {
        let lines = RecordedLines()
        let recording = child.manager.logger
        child.manager.logger = { line in
          if line.contains("LoggingContainer") { logger(line) }
          recording(line)
        }
        defer { child.manager.logger = recording }
        #expect(await child.asyncLogging() == "child")
        #expect(lines.lines(containing: "LoggingContainer").count == 1)
      } else {
        _ = ProcessWide.log(naming: "LoggingContainer", logger: logger) {
          #expect(child.logging() == "child")
        }
      }
      #expect(seen.elements == ["shared"])
    }
  }
}

@Suite("What the article says does not follow a child", .container)
struct ChildInjectionDocumentedLimitsTests {
  private let child = Container.child("child")

  @Test(
    "Code that an asynchronous construction starts, and that is no child task",
    arguments: Started.allCases)
  fileprivate func started(code: Started) async {
    let seen = LockedArray<String>()
    let factory = AsyncFactory<String, Never>(child, key: "starting") {
      await code.run { seen.append(Made().name) }
      return Made().name
    }
    #expect(await factory() == "child")
    #expect(seen.elements == ["root"])
  }

  @Test("The same, in a construction that has a task of its own", arguments: Started.allCases)
  fileprivate func startedWithScope(code: Started) async {
    let seen = LockedArray<String>()
    let factory = AsyncFactory<Origin, Never>(child, key: "starting") {
      await code.run { seen.append(Made().name) }
      return dependency(\.origin)
    }
    #expect(await factory.cached().name == "child")
    #expect(seen.elements == ["root"])
  }

  @Test("Code that a synchronous construction starts", arguments: [Started.thread, .queue])
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

  @Test("What such code creates remembers nothing of the child")
  func startedLazily() async {
    let factory = AsyncFactory<[Elsewhere], Never>(child, key: "starting") {
      [
        await Task { Elsewhere() }.value, await Task.detached { Elsewhere() }.value,
        await Task { @MainActor in Elsewhere() }.value,
      ]
    }
    for object in await factory() {
      #expect(object.lazy.name == "root")
      #expect(object.dynamic.name == "root")
      #expect(object.$injected.factory().name == "root")
    }
  }

  @Test(
    "The tasks of a group, if the factory without a scope was resolved in the body of another group"
  )
  func groupInOtherBody() async {
    let names = AsyncFactory<[String], Never>(child, key: "grouping") {
      await withTaskGroup(of: String.self) { group in
        group.addTask { Made().name }
        return [await group.next()!, Made().name]
      }
    }
    let inBody = await withTaskGroup(of: Void.self) { _ in await names() }
    #expect(inBody == ["root", "child"])
    // In a task of the group, they follow the child.
    let inTask = await withTaskGroup(of: [String].self) { group in
      group.addTask { await names() }
      return await group.next()!
    }
    #expect(inTask == ["child", "child"])
  }

  @Test("Wrappers that were created elsewhere, and are read while the child builds something")
  func createdElsewhere() {
    let object = Elsewhere()
    child.made.register {
      #expect(object.lazy.name == "root")
      #expect(object.weak?.name == "root")
      #expect(object.dynamic.name == "root")
      #expect(object.injected.name == "root")
      #expect(object.$injected.factory().name == "root")
      #expect(object.$lazy.factory().name == "root")
      #expect(object.$weak.factory().name == "root")
      #expect(object.$dynamic().name == "root")
      #expect(object.function(1) == "root 1")
      return Made()
    }
    #expect(child.made().name == "child")
    #expect(object.function(2) == "root 2")
  }

  @Test(
    "A wrapper that another child has built does not follow the child whose construction reads it")
  func createdByOtherChild() {
    let other = Container.child("other")
    let object = Factory<Elsewhere>(other, key: "elsewhere") { Elsewhere() }()
    child.made.register {
      #expect(object.lazy.name == "other")
      #expect(object.dynamic.name == "other")
      #expect(object.function(1) == "other 1")
      return Made()
    }
    #expect(child.made().name == "child")
  }

  @Test(
    "autoRegister of the child's own parent, and of another container, is no part of the construction"
  )
  func autoRegister() {
    final class Registering: ManagedContainer, AutoRegistering {
      let manager: ContainerManager
      init() { manager = ContainerManager() }
      init(parent: Registering) { manager = ContainerManager(childOf: parent) }
      var name: Factory<String> { self { "unregistered" } }
      func autoRegister() {
        let made = Made().name
        name.register { made }
      }
    }
    child.made.register {
      #expect(Registering().name() == "root")
      #expect(Registering(parent: Registering()).name() == "root")
      return Made()
    }
    #expect(child.made().name == "child")
  }

  @Test("A global that is first used in a construction is a part of it")
  func global() {
    let global = child.global()
    #expect(global.lazy.name == "child")
    #expect(global.dynamic.name == "child")
  }

  @Test(
    "A global that is created in Container.shared.run does not follow the child that uses it first")
  func isolatedGlobal() {
    let global = child.isolatedGlobal()
    #expect(global.lazy.name == "root")
    #expect(global.dynamic.name == "root")
    #expect(global.injected.name == "root")
    #expect(global.function(1) == "root 1")
  }
}
