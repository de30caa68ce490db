// Factory, MIT licence; see LICENSE
//
// One construction for all tasks that ask meanwhile, without a blocked thread.
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
  fileprivate var isCancelled: AsyncFactory<Bool, any Error> { self { Task.isCancelled } }
}

/// Identifies the running task.
@Sendable private func currentTask() -> Int { withUnsafeCurrentTask { $0!.hashValue } }

@Suite("Constructions of async factories", .container) struct AsyncConstructionTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One construction serves all tasks that ask meanwhile", arguments: AsyncKept.allCases)
  private func once(_ kept: AsyncKept) async throws {
    let container = container
    let gate = TaskGate()
    container.builder.during { _ in await gate.wait() }
    kept.prepare(container)
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
    let container = container
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
    let labels = [
      try await tasks[0].value.label, try await tasks[1].value.label,
      try await tasks[2].value.label, try await tasks[3].value.label,
    ]
    #expect(labels == ["1", "2", "1", "2"])
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "Tasks that wait block no thread, also if the closure blocks one", arguments: [true, false])
  func noBlockedThread(closureBlocks: Bool) async throws {
    let container = container
    let (threadGate, taskGate) = (Gate(), TaskGate())
    let count = Counter()
    if closureBlocks {
      container.cached.register {
        count.increment()
        threadGate.wait()
        return TestService("synchronous")
      }
    } else {
      container.cached.register {
        count.increment()
        await taskGate.wait()
        return TestService("asynchronous")
      }
    }
    let thread = TaskThread()
    let tasks = (0..<50).map { _ in WatchedTask(on: thread) { try await container.cached() } }
    for task in tasks { await task.suspended() }
    // The thread of the tasks that wait still runs this one.
    let last = WatchedTask(on: thread) {
      threadGate.open()
      taskGate.open()
    }
    try await last.value
    let instance = try await tasks[0].value
    for task in tasks { #expect(try await task.value === instance) }
    #expect(count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cached instance is returned without suspending", arguments: AsyncKept.allCases)
  private func hit(_ kept: AsyncKept) async throws {
    let container = container
    kept.prepare(container)
    let instance = try await kept.resolve(container)
    let thread = TaskThread()
    let task = WatchedTask(on: thread) { try await kept.resolve(container) }
    #expect(try await task.value === instance)
    #expect(thread.steps == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An unscoped factory whose closure does not suspend does not suspend")
  func unscopedDoesNotSuspend() async throws {
    let container = container
    let thread = TaskThread()
    _ = try await WatchedTask(on: thread) { try await container.unscoped() }.value
    #expect(thread.steps == 1)
  }

  @Test("An unscoped factory runs its closure in the calling task")
  func unscopedTask() async throws {
    #expect(try await container.taskOfUnscoped() == currentTask())
    #expect(await container.taskOfNever() == currentTask())
    #expect(try await container.taskByNumber(1) == currentTask())
  }

  @Test("An unscoped factory runs a registered closure in the calling task")
  func unscopedRegistered() async throws {
    container.taskOfUnscoped.register { currentTask() }
    container.taskOfUnscoped.decorator { _ in }
    #expect(try await container.taskOfUnscoped() == currentTask())
  }

  @Test("A scoped factory runs its closure in a task of its own")
  func scopedTask() async throws {
    #expect(try await container.taskOfCached() != currentTask())
  }

  @Test("The closure of an unscoped factory runs in a cancelled task as well")
  func unscopedCancelled() async throws {
    let container = container
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.isCancelled()
    }
    #expect(try await task.value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks that wait share a nil result, which is not cached")
  func nilResult() async throws {
    let container = container
    let (gate, count) = (TaskGate(), Counter())
    container.optional.register {
      count.increment()
      await gate.wait()
      return nil
    }
    let tasks = (0..<5).map { _ in WatchedTask { try await container.optional() } }
    for task in tasks { await task.suspended() }
    gate.open()
    for task in tasks { #expect(try await task.value == nil) }
    #expect(count.value == 1)
    #expect(try await container.optional() == nil)
    #expect(count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks with different singleton scopes do not wait for each other")
  func singletonScopes() async throws {
    let container = container
    let gate = TaskGate()
    container.builder.during { if $0 == 1 { await gate.wait() } }
    let first = WatchedTask { try await container.singleton() }
    await first.suspended()
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
    let gate = TaskGate()
    container.builder.during { _ in await gate.wait() }
    let first = WatchedTask { try await container.singleton() }
    await container.builder.hasBegun.wait()
    let second = WatchedTask { try await other.singleton() }
    await second.suspended()
    gate.open()
    #expect(try await first.value === second.value)
    #expect(other.builder.count.value == 0)
  }
}
