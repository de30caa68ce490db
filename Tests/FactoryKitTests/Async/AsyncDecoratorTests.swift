// Factory, MIT licence; see LICENSE
//
// Decorators of asynchronous factories.
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
  var plain: AsyncFactory<TestService, any Error> { self { try await self.builder.build() } }
  var cached: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.decorator { [unowned self] in
      self.note($0, $1)
    }
  }
  var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in try await self.builder.buildTyped() }
      .decorator { [unowned self] in self.seen.append($0.label) }
  }
  var byNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.scopeOnParameters.cached
      .decorator { [unowned self] in self.note($0, $1) }
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

  @Test("A decorator is called on every resolution, with a new or cached instance")
  func everyTime() async throws {
    for _ in 0..<3 { _ = try await container.cached() }
    #expect(container.seen.elements == ["original new", "original kept", "original kept"])
  }

  @Test("A decorator of an unscoped factory gets each new instance")
  func unscoped() async throws {
    for _ in 0..<2 { _ = try await container.typed() }
    #expect(container.seen.elements == ["original", "original"])
  }

  @Test("Each parameter's instance is new once")
  func parameters() async throws {
    for number in [1, 2, 1] { _ = try await container.byNumber(number) }
    #expect(container.seen.elements == ["1 new", "2 new", "1 kept"])
  }

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

  @Test("A decorator is not called if the closure throws an error")
  func error() async {
    container.builder.during { throw TestError(number: $0) }
    for number in 1...2 {
      await #expect(throws: TestError(number: number)) { _ = try await container.cached() }
    }
    #expect(container.seen.count == 0)
  }

  @Test("A decorator sees what was registered")
  func registered() async throws {
    container.cached.register { TestService("registered") }
    _ = try await container.cached()
    #expect(container.seen.elements == ["registered new"])
  }

  @Test("A container's decorator gets the instances of async factories")
  func ofContainer() async throws {
    let seen = container.seen
    container.decorator { seen.append("container's \(type(of: $0))") }
    _ = try await container.plain()
    _ = try await container.cached()
    #expect(seen.elements == ["container's TestService", "original new"])
  }

  @Test("A decorator may resolve, in the same tree of resolutions")
  func resolving() async throws {
    for _ in 0..<2 { _ = try await container.resolving() }
    #expect(container.seen.elements == ["sync", "sync"])
  }

  @Test("A reset removes a decorator that was set from outside")
  func reset() async throws {
    let seen = container.seen
    container.plain.decorator { _ in seen.append("outside") }
    _ = try await container.plain()
    container.plain.reset()
    _ = try await container.plain()
    #expect(seen.elements == ["outside"])
  }
}
