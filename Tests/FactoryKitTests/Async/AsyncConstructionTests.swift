// Factory, MIT licence; see LICENSE
//
// One construction for all tasks that ask meanwhile, without a blocked thread, and their
// decorators.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension AsyncContainer {
  fileprivate var taskOfUnscoped: AsyncFactory<Int, any Error> { self { currentTask() } }
  fileprivate var taskOfNever: AsyncFactory<Int, Never> { self { currentTask() } }
  fileprivate var taskByNumber: AsyncParameterFactory<Int, Int, any Error> {
    self { _ in currentTask() }
  }
  fileprivate var taskOfCached: AsyncFactory<Int, any Error> { self { currentTask() }.cached }
}

/// Identifies the running task.
@Sendable private func currentTask() -> Int { withUnsafeCurrentTask { $0!.hashValue } }

@Suite("Constructions of async factories", .container) struct AsyncConstructionTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One construction serves all tasks that ask meanwhile", arguments: AsyncKept.allCases)
  private func once(_ kept: AsyncKept) async throws {
    let gate = container.builder.closedGate()
    let thread = TaskThread()
    let tasks = (0..<20).map { _ in
      WatchedTask(on: thread) { try await kept.resolve(container) }
    }
    for task in tasks { await task.suspended() }
    gate.open()
    let first = try await tasks[0].value
    for task in tasks { #expect(try await task.value === first) }
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each parameter has a construction of its own")
  func parameters() async throws {
    let gate = TaskGate()
    let bothBegan = TaskLatch(2)
    container.builder.during { _ in
      bothBegan.arrive()
      await gate.wait()
    }
    let tasks = [1, 2, 1, 2].map { number in
      WatchedTask { try await container.perParameter(number) }
    }
    await bothBegan.wait()
    for task in tasks { await task.suspended() }
    gate.open()
    for (task, label) in zip(tasks, ["1", "2", "1", "2"]) {
      #expect(try await task.value.label == label)
    }
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks that wait block no thread, also if the closure blocks one")
  func noBlockedThread() async throws {
    let (gate, count) = (Gate(), Counter())
    container.cached.register {
      count.increment()
      gate.wait()
      return TestService("synchronous")
    }
    let thread = TaskThread()
    let tasks = (0..<50).map { _ in WatchedTask(on: thread) { try await container.cached() } }
    for task in tasks { await task.suspended() }
    // The thread of the tasks that wait still runs this one.
    try await WatchedTask(on: thread) { gate.open() }.value
    let instance = try await tasks[0].value
    for task in tasks { #expect(try await task.value === instance) }
    #expect(count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cached instance is returned without suspending", arguments: AsyncKept.allCases)
  private func hit(_ kept: AsyncKept) async throws {
    let instance = try await kept.resolve(container)
    let thread = TaskThread()
    let task = WatchedTask(on: thread) { try await kept.resolve(container) }
    #expect(try await task.value === instance)
    #expect(thread.steps == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An unscoped factory whose closure does not suspend does not suspend")
  func unscopedDoesNotSuspend() async throws {
    let thread = TaskThread()
    _ = try await WatchedTask(on: thread) { try await container.unscoped() }.value
    #expect(thread.steps == 1)
  }

  @Test("An unscoped factory runs its closure, or the registered one, in the calling task")
  func unscopedTask() async throws {
    #expect(try await container.taskOfUnscoped() == currentTask())
    #expect(await container.taskOfNever() == currentTask())
    #expect(try await container.taskByNumber(1) == currentTask())
    container.taskOfUnscoped.register { currentTask() }
    container.taskOfUnscoped.decorator { _ in }
    #expect(try await container.taskOfUnscoped() == currentTask())
  }

  @Test("A scoped factory runs its closure in a task of its own")
  func scopedTask() async throws {
    #expect(try await container.taskOfCached() != currentTask())
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks that wait share a nil result, which is not cached; an instance is")
  func nilResult() async throws {
    let (gate, count) = (TaskGate(), Counter())
    container.optional.register {
      count.increment()
      await gate.wait()
      return nil
    }
    let tasks = await suspendedTasks(5) { try await container.optional() }
    gate.open()
    for task in tasks { #expect(try await task.value == nil) }
    #expect(count.value == 1)
    #expect(try await container.optional() == nil)
    #expect(count.value == 2)
    container.optional.reset(.registration)
    let instance = try await container.optional()
    #expect(instance != nil)
    #expect(try await container.optional() === instance)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks with different singleton scopes do not wait for each other")
  func singletonScopes() async throws {
    let gate = TaskGate()
    container.builder.during { if $0 == 1 { await gate.wait() } }
    let first = await suspendedTask { try await container.singleton() }
    let other = try await Scope.$singleton.withValue(Scope.Singleton()) {
      try await container.singleton()
    }
    gate.open()
    #expect(try await first.value !== other)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Containers share the construction of a singleton")
  func singletonOfContainers() async throws {
    let (container, other) = (container, AsyncContainer())
    let gate = container.builder.closedGate()
    let first = WatchedTask { try await container.singleton() }
    await container.builder.hasBegun.wait()
    let second = await suspendedTask { try await other.singleton() }
    gate.open()
    #expect(try await first.value === second.value)
    #expect(other.builder.count.value == 0)
  }
}

@Suite("Results of async factories", .container) struct AsyncResultTests {
  private let container = AsyncContainer()

  @Test("A value type in the shared scope is not cached")
  func valueInShared() async {
    let count = Counter()
    func factory() -> AsyncFactory<Int, Never> {
      AsyncFactory(container, key: "AsyncResultTests.value") { count.increment() }.shared
    }
    #expect(await factory()() == 1)
    #expect(await factory()() == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An error goes to all tasks that wait, and is not kept", arguments: AsyncKept.failing)
  private func error(_ kept: AsyncKept) async throws {
    let gate = TaskGate()
    container.builder.during { number in
      await gate.wait()
      if number == 1 { throw TestError(number: number) }
    }
    let tasks = await suspendedTasks(10) { try await kept.resolve(container) }
    gate.open()
    for task in tasks { #expect(errorOf(await task.result) as? TestError == TestError(number: 1)) }
    #expect(container.builder.count.value == 1)
    #expect(kept.existing(container) == nil)
    let instance = try await kept.resolve(container)
    #expect(try await kept.resolve(container) === instance)
    #expect(container.builder.count.value == 2)
  }

  @Test("A CancellationError that the closure throws by itself is an error like any other")
  func ownCancellationError() async {
    container.builder.during { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { _ = try await container.cached() }
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "resolvedOrNil returns nil while the instance is being built", arguments: AsyncKept.allCases)
  private func building(_ kept: AsyncKept) async throws {
    let gate = container.builder.closedGate()
    let task = await suspendedTask { try await kept.resolve(container) }
    #expect(kept.existing(container) == nil)
    gate.open()
    #expect(try await task.value === kept.existing(container))
    #expect(container.builder.count.value == 1)
  }
}

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
  @Test(
    "If every task that asked was cancelled, a kept instance is new for the next one",
    arguments: [false, true])
  func allCancelled(byNumber: Bool) async throws {
    @Sendable func resolve() async throws -> TestService {
      try await byNumber ? container.byNumber(1) : container.cached()
    }
    func existing() -> TestService? {
      byNumber ? container.byNumber.resolvedOrNil(1) : container.cached.resolvedOrNil()
    }
    let gate = container.builder.closedGate()
    let task = await suspendedTask { try await resolve() }
    task.cancel()
    _ = await task.result
    gate.open()
    while existing() == nil { await Task.yield() }
    for _ in 0..<2 { _ = try await resolve() }
    #expect(container.seen.elements == ["original new", "original kept"])
  }
}
