// Factory, MIT licence; see LICENSE
//
// What a construction inherits from the task that asked first: task-local values and priority.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private enum Locals {
  @TaskLocal static var number = 0
}

extension AsyncContainer {
  fileprivate var number: AsyncFactory<Int, any Error> {
    self {
      _ = try await self.builder.build()
      return Locals.number
    }.cached
  }
  fileprivate var priority: AsyncFactory<TaskPriority, any Error> {
    self { Task.currentPriority }.cached
  }
  fileprivate var unscopedPriority: AsyncFactory<TaskPriority, any Error> {
    self { Task.currentPriority }
  }
  fileprivate var outer: AsyncFactory<TestService, any Error> {
    self { try await self.cached() }.cached
  }
}

@Suite("What constructions inherit", .container) struct AsyncInheritanceTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction has the task-local values of the first task that asked")
  func firstTaskLocal() async throws {
    let gate = container.builder.closedGate()
    let first = await suspendedTask {
      try await Locals.$number.withValue(1) { try await container.number() }
    }
    let second = await suspendedTask {
      try await Locals.$number.withValue(2) { try await container.number() }
    }
    gate.open()
    #expect(try await first.value == 1)
    #expect(try await second.value == 1)
  }

  @Test(
    "A construction, cached or not, has the priority of the task that asked",
    arguments: [TaskPriority.background, .low, .medium, .high], [true, false])
  func priority(_ priority: TaskPriority, isCached: Bool) async throws {
    let (container, seen, hasEnded) = (container, LockedValue<TaskPriority?>(nil), TaskGate())
    // Awaiting the task's value would raise its priority.
    Task.detached(priority: priority) {
      let result = try await (isCached ? container.priority : container.unscopedPriority)()
      seen.withLock { $0 = result }
      hasEnded.open()
    }
    await hasEnded.wait()
    #expect(seen.withLock { $0 } == priority)
  }
}

/// A construction that a task of background priority has begun, and that ends when its priority
/// has been raised. If it is never raised, the test does not end.
private struct LowConstruction {
  let container = AsyncContainer()
  let initial = LockedValue<TaskPriority?>(nil)

  /// Returns when the construction has begun.
  func begin(
    _ resolve: @escaping @Sendable (AsyncContainer) async throws -> TestService
  ) async -> Task<TestService, any Error> {
    let initial = initial
    container.builder.during { _ in
      initial.withLock { $0 = Task.currentPriority }
      while Task.currentPriority < .high { await Task.yield() }
    }
    let task = Task.detached(priority: .background) { try await resolve(container) }
    await container.builder.hasBegun.wait()
    return task
  }
}

@Suite("Priorities of constructions", .container) struct AsyncPriorityTests {
  private let low = LowConstruction()

  @Test(
    "A task of higher priority that waits raises the construction's priority, cancellable or not",
    arguments: [AsyncKept.cached, .never])
  private func raised(_ kept: AsyncKept) async throws {
    let container = low.container
    let first = await low.begin { try await kept.resolve($0) }
    let second = Task.detached(priority: .high) { try await kept.resolve(container) }
    #expect(try await first.value === second.value)
    #expect(low.initial.withLock { $0 } == .background)
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Test("A task of higher priority raises the constructions that its own waits for")
    func raisedThroughOuter() async throws {
      let container = low.container
      let first = await low.begin { try await $0.outer() }
      let second = Task.detached(priority: .high) { try await container.outer() }
      #expect(try await first.value === second.value)
    }

    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Test("A task whose priority is raised while it waits raises the construction's")
    func raisedWhileWaiting() async throws {
      let container = low.container
      let first = await low.begin { try await $0.cached() }
      first.escalatePriority(to: .high)
      #expect(try await first.value === container.cached())
    }

    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Test("A task that asked later and whose priority is raised raises the construction's")
    func secondRaisedWhileWaiting() async throws {
      let container = low.container
      let first = await low.begin { try await $0.cached() }
      let second = WatchedTask(priority: .background) { try await container.cached() }
      await second.suspended()
      second.escalate(to: .high)
      #expect(try await second.value === container.cached())
      _ = try await first.value
    }

    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Test("A construction has the priority to which the first task was raised before it asked")
    func raisedBefore() async throws {
      let container = AsyncContainer()
      let (hasBegun, gate) = (TaskGate(), TaskGate())
      let task = Task.detached(priority: .background) {
        hasBegun.open()
        await gate.wait()
        return try await container.priority()
      }
      await hasBegun.wait()
      task.escalatePriority(to: .high)
      gate.open()
      #expect(try await task.value == .high)
    }
  #endif

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task of lower priority does not change the construction's priority")
  func notLowered() async throws {
    let (container, gate) = (AsyncContainer(), TaskGate())
    let seen = LockedValue<TaskPriority?>(nil)
    container.builder.during { _ in
      await gate.wait()
      seen.withLock { $0 = Task.currentPriority }
    }
    let first = Task.detached(priority: .high) { try await container.cached() }
    await container.builder.hasBegun.wait()
    let second = WatchedTask(priority: .background) { try await container.cached() }
    await second.suspended()
    gate.open()
    #expect(try await first.value === second.value)
    #expect(seen.withLock { $0 } == .high)
  }
}
