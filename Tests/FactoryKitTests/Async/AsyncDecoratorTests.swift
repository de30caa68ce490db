// Factory, MIT licence; see LICENSE
//
// Decorators and tasks that wait. The tests of all kinds have the other behaviour of decorators.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class AsyncDecoratedContainer: ManagedContainer {
  let manager = ContainerManager()
  let builder = AsyncBuilder()
  let seen = LockedArray<String>()

  func note(_ service: TestService, _ isNew: Bool) {
    seen.append("\(service.label) \(isNew ? "new" : "kept")")
  }
}

extension AsyncDecoratedContainer {
  var cached: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.decorator { [unowned self] in
      self.note($0, $1)
    }
  }
  var byNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self { _ in try await self.builder.build() }.scopeOnParameters.cached.decorator {
      [unowned self] in self.note($0, $1)
    }
  }
  var graph: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.graph.decorator { [unowned self] in self.note($0, $1) }
  }
  var graphTwice: AsyncFactory<Bool, any Error> {
    self {
      let first = try await self.graph()
      return try await self.graph() === first
    }
  }
  var sync: Factory<TestService> { self { TestService("sync") }.graph }
  var resolving: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.decorator { [unowned self] _ in
      self.seen.append(self.sync().label)
    }
  }
}

@Suite("Decorators of async factories", .container) struct AsyncDecoratorTests {
  private let container = AsyncDecoratedContainer()

  @Test("An instance of the graph scope is not new the second time")
  func graph() async throws {
    #expect(try await container.graphTwice())
    #expect(container.seen.elements == ["original new", "original kept"])
  }

  /// Tasks that wait for one construction, which waits for the gate. The first one has asked first.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func waitingTasks(
    _ count: Int, behind gate: TaskGate
  ) async -> [WatchedTask<TestService>] {
    let container = container
    container.builder.during { _ in await gate.wait() }
    var tasks: [WatchedTask<TestService>] = []
    for _ in 0..<count {
      tasks.append(WatchedTask { try await container.cached() })
      await tasks.last!.suspended()
    }
    return tasks
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A decorator is called for each task that waits, and the instance is new for one of them")
  func waiting() async throws {
    let gate = TaskGate()
    let tasks = await waitingTasks(5, behind: gate)
    gate.open()
    for task in tasks { _ = try await task.value }
    #expect(
      container.seen.elements.sorted()
        == Array(repeating: "original kept", count: 4) + ["original new"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The instance is new for one task, also if the task that asked first was cancelled")
  func cancelled() async throws {
    let gate = TaskGate()
    let tasks = await waitingTasks(4, behind: gate)
    tasks[0].cancel()
    _ = await tasks[0].result
    gate.open()
    for task in tasks.dropFirst() { _ = try await task.value }
    #expect(container.seen.elements.sorted() == ["original kept", "original kept", "original new"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("If every task that asked was cancelled, a kept instance is new for the next one")
  func allCancelled() async throws {
    let gate = TaskGate()
    let task = await waitingTasks(1, behind: gate)[0]
    task.cancel()
    _ = await task.result
    gate.open()
    while container.cached.resolvedOrNil() == nil { await Task.yield() }
    for _ in 0..<2 { _ = try await container.cached() }
    #expect(container.seen.elements == ["original new", "original kept"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("If every task for a parameter was cancelled, a kept instance is new for the next one")
  func allCancelledByNumber() async throws {
    let (container, gate) = (container, TaskGate())
    container.builder.during { _ in await gate.wait() }
    let task = WatchedTask { try await container.byNumber(1) }
    await task.suspended()
    task.cancel()
    _ = await task.result
    gate.open()
    while container.byNumber.resolvedOrNil(1) == nil { await Task.yield() }
    for _ in 0..<2 { _ = try await container.byNumber(1) }
    #expect(container.seen.elements == ["original new", "original kept"])
  }

  @Test("A decorator may resolve, in the same tree of resolutions")
  func resolving() async throws {
    for _ in 0..<2 { _ = try await container.resolving() }
    #expect(container.seen.elements == ["sync", "sync"])
  }
}
