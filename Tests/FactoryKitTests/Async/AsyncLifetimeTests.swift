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
private enum Ending: CaseIterable, Sendable {
  case success, failure, cancellation

  /// Called by the construction. If it is to be cancelled, waits for that.
  func end() async throws {
    switch self {
    case .success: break
    case .failure: throw TestError(number: 1)
    case .cancellation: try await TaskGate().waitUnlessCancelled()
    }
  }
}

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
  fileprivate var workerOfObject: AsyncParameterFactory<KeyObject, Worker, any Error> {
    self { [workerGate, workerHasEnded] _ in Worker(until: workerGate, workerHasEnded) }
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
      container.builder.during { _ in try await ending.end() }
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
      let hasBegun = TaskGate()
      container.service.register {
        hasBegun.open()
        try await ending.end()
        return TestService("\(object.hashValue)")
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

  @Test(
    "A task that outlives the resolution does not retain the parameter", arguments: [false, true])
  func parameterOfWorker(_ isCached: Bool) async throws {
    let container = LifetimeContainer()
    weak var parameter: KeyObject?
    do {
      let (object, factory) = (KeyObject(), container.workerOfObject)
      parameter = object
      _ = try await (isCached ? factory.cached : factory)(object)
    }
    await untilReleased { parameter }
    container.workerGate.open()
    await container.workerHasEnded.wait()
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
