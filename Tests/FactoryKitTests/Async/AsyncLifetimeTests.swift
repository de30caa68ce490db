// Factory, MIT licence; see LICENSE
//
// What is released, and when; and tasks that outlive a resolution.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// An instance that starts a task which may run longer than the instance lives.
private final class Worker: Sendable {
  init(until gate: TaskGate, _ hasEnded: TaskGate) {
    Task {
      await gate.wait()
      hasEnded.open()
    }
  }
}

private final class KeyObject: Hashable, Sendable {
  static func == (left: KeyObject, right: KeyObject) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How a construction ends.
private enum Ending: CaseIterable, Sendable { case success, failure, cancellation }

private final class LifetimeContainer: ManagedContainer {
  let manager = ContainerManager()
  let (workerGate, workerHasEnded) = (TaskGate(), TaskGate())
  let builder = AsyncBuilder()
}

extension LifetimeContainer {
  fileprivate var worker: AsyncFactory<Worker, any Error> {
    self { [workerGate, workerHasEnded] in Worker(until: workerGate, workerHasEnded) }.cached
  }
  fileprivate var workerOwner: AsyncFactory<[Worker], any Error> {
    self { [try await self.worker()] }.cached
  }
  fileprivate var byObject: AsyncParameterFactory<KeyObject, TestService, any Error> {
    self { [builder] _ in try await builder.build() }.scopeOnParameters.cached
  }
  fileprivate var unscopedByObject: AsyncParameterFactory<KeyObject, TestService, any Error> {
    self { [builder] _ in try await builder.build() }
  }
  fileprivate var graphByObject: AsyncParameterFactory<KeyObject, TestService, any Error> {
    self { [builder] _ in try await builder.build() }.scopeOnParameters.graph
  }
  fileprivate var service: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached
  }
  fileprivate var root: AsyncFactory<TestService, any Error> {
    self { try await self.service() }.cached
  }
}

@Suite("Lifetimes of async factories", .container) struct AsyncLifetimeTests {
  @Test("A reset releases an instance and its dependency, whose task is still running")
  func workerOfOwner() async throws {
    let container = LifetimeContainer()
    weak var worker: Worker?
    do { worker = try await container.workerOwner()[0] }
    container.reset()
    await untilReleased { worker }
    container.workerGate.open()
    await container.workerHasEnded.wait()
  }

  @Test(
    "A container is released after a construction, however it ended", arguments: Ending.allCases)
  private func container(_ ending: Ending) async throws {
    weak var released: LifetimeContainer?
    weak var manager: ContainerManager?
    let hasEnded = TaskGate()
    do {
      let container = LifetimeContainer()
      (released, manager) = (container, container.manager)
      let never = TaskGate()
      container.builder.during { _ in
        switch ending {
        case .success: break
        case .failure: throw TestError(number: 1)
        case .cancellation: try await never.waitUnlessCancelled()
        }
      }
      let task = Task { [container] in try await container.root() }
      await container.builder.hasBegun.wait()
      if ending == .cancellation { task.cancel() }
      _ = await task.result
      hasEnded.open()
    }
    await hasEnded.wait()
    await untilReleased { released }
    await untilReleased { manager }
  }

  @Test("A registered closure is released by a reset", arguments: Ending.allCases)
  private func closure(_ ending: Ending) async throws {
    let container = LifetimeContainer()
    weak var captured: KeyObject?
    do {
      let object = KeyObject()
      captured = object
      let (never, hasBegun) = (TaskGate(), TaskGate())
      container.service.register {
        hasBegun.open()
        switch ending {
        case .success: return TestService("\(object.hashValue)")
        case .failure: throw TestError(number: object.hashValue)
        case .cancellation:
          try await never.waitUnlessCancelled()
          return TestService("\(object.hashValue)")
        }
      }
      let task = Task { try await container.service() }
      await hasBegun.wait()
      if ending == .cancellation { task.cancel() }
      _ = await task.result
    }
    container.service.reset()
    await untilReleased { captured }
  }

  @Test("A parameter is released by a reset, and at once if the factory is not scoped on it")
  func parameters() async throws {
    let container = LifetimeContainer()
    weak var scoped: KeyObject?
    weak var unscoped: KeyObject?
    do {
      let (one, two) = (KeyObject(), KeyObject())
      (scoped, unscoped) = (one, two)
      _ = try await container.byObject(one)
      _ = try await container.unscopedByObject(two)
    }
    #expect(scoped != nil)
    await untilReleased { unscoped }
    container.byObject.reset()
    await untilReleased { scoped }
  }

  @Test("A parameter of the graph scope is released, also if its task outlives the tree")
  func graphParameter() async throws {
    let container = LifetimeContainer()
    weak var parameter: KeyObject?
    do {
      let object = KeyObject()
      parameter = object
      let (gate, innerHasBegun) = (TaskGate(), TaskGate())
      let late = LockedValue<Task<Void, any Error>?>(nil)
      let root = AsyncFactory<Int, any Error>(container, key: "AsyncLifetimeTests.root") {
        late.withLock {
          $0 = Task {
            let inner = AsyncFactory<Int, any Error>(container, key: "AsyncLifetimeTests.inner") {
              innerHasBegun.open()
              await gate.wait()
              _ = try await container.graphByObject(object)
              return 0
            }
            _ = try await inner()
          }
        }
        await innerHasBegun.wait()
        return 0
      }
      _ = try await root()
      gate.open()
      try await late.withLock { $0 }!.value
    }
    container.manager.reset()
    await untilReleased { parameter }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A weakly held instance is released when the tasks that waited have dropped it")
  func weak() async throws {
    let container = AsyncContainer()
    let gate = container.builder.closedGate()
    weak var instance: TestService?
    do {
      let tasks = await suspendedTasks(5) { try await container.shared() }
      gate.open()
      let first = try await tasks[0].value
      instance = first
      for task in tasks { #expect(try await task.value === first) }
      #expect(container.shared.resolvedOrNil() === first)
    }
    await untilReleased { instance }
    #expect(try await container.shared().label == "original")
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An overtaken instance is released when the tasks that waited have dropped it")
  func overtaken() async throws {
    let container = AsyncContainer()
    let gate = container.builder.closedGate()
    weak var instance: TestService?
    do {
      let task = await suspendedTask { try await container.cached() }
      container.cached.reset(.scope)
      gate.open()
      instance = try await task.value
    }
    await untilReleased { instance }
  }
}

private final class OutlivingContainer: SharedContainer {
  @TaskLocal static var shared = OutlivingContainer()
  let manager = ContainerManager()
  let task = LockedValue<Task<(TestService, TestService), Never>?>(nil)
  let (begun, gate) = (TaskGate(), TaskGate())
}

extension OutlivingContainer {
  /// Its closure starts a task that resolves `pair`, and returns before that has ended.
  var root: AsyncFactory<TestService, Never> {
    self { [unowned self] in
      task.withLock { $0 = Task { await self.pair() } }
      await begun.wait()
      return TestService("root")
    }
  }
  fileprivate var pair: AsyncFactory<(TestService, TestService), Never> {
    self { [unowned self] in
      begun.open()
      await gate.wait()
      return await (middle(), middle())
    }
  }
  fileprivate var middle: AsyncFactory<TestService, Never> { self { await self.leaf() } }
  fileprivate var leaf: AsyncFactory<TestService, Never> { self { TestService("leaf") }.graph }

  fileprivate var byParameter: AsyncParameterFactory<Document, Reader, Never> {
    self { _ in Reader() }
  }
  fileprivate var cachedByParameter: AsyncParameterFactory<Document, Reader, Never> {
    self { _ in Reader() }.cached
  }

  fileprivate var priority: AsyncFactory<TaskPriority, Never> {
    self { Task.currentPriority }.cached
  }
}

private final class Document: Sendable {}

/// Has a task of its own, which inherits the resolution that has created it.
private final class Reader: Sendable {
  let gate = TaskGate()
  let task: Task<Void, Never>

  init() {
    let gate = gate
    task = Task { await gate.wait() }
  }
}

@Suite("Tasks that outlive a resolution") struct AsyncOutlivingTests {
  @Test("A resolution that has outlived the outermost one shares graph instances")
  func graph() async {
    let container = OutlivingContainer()
    _ = await container.root()
    container.gate.open()
    let pair = await container.task.withLock { $0 }!.value
    #expect(pair.0 === pair.1)
  }

  @Test(
    "A task that outlives the resolution does not retain the parameter", arguments: [false, true])
  func parameter(_ isCached: Bool) async {
    let container = OutlivingContainer()
    weak var parameter: Document?
    let reader: Reader
    do {
      let document = Document()
      parameter = document
      reader =
        await isCached
        ? container.cachedByParameter(document) : container.byParameter(document)
    }
    #expect(parameter == nil)
    reader.gate.open()
    await reader.task.value
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("A construction has the priority to which the first task was raised before it asked")
    func priority() async {
      let container = OutlivingContainer()
      let (hasBegun, gate) = (TaskGate(), TaskGate())
      let task = Task.detached(priority: .background) {
        hasBegun.open()
        await gate.wait()
        return await container.priority()
      }
      await hasBegun.wait()
      task.escalatePriority(to: .high)
      gate.open()
      #expect(await task.value == .high)
    }
  #endif
}
