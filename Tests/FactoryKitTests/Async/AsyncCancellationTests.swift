// Factory, MIT licence; see LICENSE
//
// Cancelled tasks that wait, and constructions that nobody waits for any more.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension WatchedTask {
  fileprivate var wasCancelled: Bool {
    get async { errorOf(await result) is CancellationError }
  }
}

/// Cancels the calling task.
private func cancelSelf() { withUnsafeCurrentTask { $0?.cancel() } }

@Suite("Cancellation of tasks that wait", .container) struct AsyncCancellationTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A cancelled task stops waiting at once, and the construction goes on for the other one",
    arguments: AsyncKept.cancellable, [0, 1])
  private func stops(_ kept: AsyncKept, cancelled: Int) async throws {
    let gate = container.builder.closedGate()
    let first = await suspendedTask { try await kept.resolve(container) }
    let tasks = [first, await suspendedTask { try await kept.resolve(container) }]
    tasks[cancelled].cancel()
    #expect(await tasks[cancelled].wasCancelled)
    gate.open()
    #expect(try await tasks[1 - cancelled].value === kept.resolve(container))
    #expect(container.builder.count.value == 1)
    #expect(!container.builder.wasCancelled.isRaised)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "With another Failure than any Error, a cancelled task and the construction go on",
    arguments: AsyncKept.allCases.filter { !$0.isCancellable })
  private func goesOn(_ kept: AsyncKept) async throws {
    let gate = container.builder.closedGate()
    let task = await suspendedTask { try await kept.resolve(container) }
    task.cancel()
    await task.suspended()
    #expect(kept.existing(container) == nil)
    gate.open()
    #expect(try await task.value === kept.resolve(container))
    #expect(container.builder.count.value == 1)
    #expect(!container.builder.wasCancelled.isRaised)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction is cancelled when the last task that waits is cancelled")
  func abandoned() async throws {
    let (never, wasCancelled) = (TaskGate(), TaskGate())
    let isCancelled = Flag()
    container.builder.during { _ in
      await withTaskCancellationHandler {
        try? await never.waitUnlessCancelled()
      } onCancel: {
        isCancelled.raise()
        wasCancelled.open()
      }
      try Task.checkCancellation()
    }
    let tasks = await suspendedTasks(3) { try await container.cached() }
    for task in tasks {
      #expect(!isCancelled.isRaised)
      task.cancel()
      #expect(await task.wasCancelled)
    }
    await wasCancelled.wait()
  }

  /// How an abandoned construction ends.
  enum Ending: CaseIterable { case cancellationError, otherError, success }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A task that asks after a construction was abandoned starts another one, however that ends",
    arguments: AsyncKept.cancellable, Ending.allCases)
  private func laterAsker(_ kept: AsyncKept, _ ending: Ending) async throws {
    let gate = TaskGate()
    container.builder.during { number in
      guard number == 1 else { return }
      await gate.wait()
      switch ending {
      case .cancellationError: try Task.checkCancellation()
      case .otherError: throw TestError(number: number)
      case .success: break
      }
    }
    let first = WatchedTask { try await kept.resolve(container) }
    await container.builder.hasBegun.wait()
    await first.suspended()
    first.cancel()
    #expect(await first.wasCancelled)
    let others = (0..<3).map { _ in WatchedTask { try await kept.resolve(container) } }
    let instance = try await kept.resolve(container)
    for task in others { #expect(try await task.value === instance) }
    gate.open()
    #expect(try await kept.resolve(container) === instance)
    #expect(container.builder.count.value == 2)
  }

  @Test("A cancelled task gets an instance that is cached", arguments: AsyncKept.allCases)
  private func hit(_ kept: AsyncKept) async throws {
    let instance = try await kept.resolve(container)
    let task = Task {
      cancelSelf()
      return try await kept.resolve(container)
    }
    #expect(try await task.value === instance)
  }

  @Test("The closure of an unscoped factory runs in a cancelled task as well")
  func unscoped() async throws {
    container.builder.during { _ in #expect(Task.isCancelled) }
    let task = Task {
      cancelSelf()
      return try await container.unscoped()
    }
    #expect(try await task.value.label == "original")
  }

  @Test(
    "A cancelled task begins a construction only with another Failure than any Error",
    arguments: AsyncKept.allCases)
  private func begins(_ kept: AsyncKept) async {
    let task = Task {
      cancelSelf()
      return try await kept.resolve(container)
    }
    let error = errorOf(await task.result)
    #expect((error is CancellationError) == kept.isCancellable)
    #expect(container.builder.count.value == (kept.isCancellable ? 0 : 1))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task that is cancelled already does not wait for a construction")
  func cancelledBefore() async throws {
    let gate = container.builder.closedGate()
    let first = await suspendedTask { try await container.cached() }
    let second = WatchedTask {
      cancelSelf()
      return try await container.cached()
    }
    #expect(await second.wasCancelled)
    gate.open()
    #expect(try await first.value.label == "original")
  }
}

private final class NestedContainer: ManagedContainer {
  let manager = ContainerManager()
  let builder = AsyncBuilder()
  var inner: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build("inner") }.cached
  }
  var outer: AsyncFactory<TestService, any Error> {
    self { TestService("outer of \(try await self.inner().label)") }.cached
  }
  var unscoped: AsyncFactory<TestService, any Error> {
    self { TestService("unscoped of \(try await self.inner().label)") }
  }
}

@Suite("Cancellation of nested constructions", .container)
struct AsyncNestedCancellationTests {
  private let container = NestedContainer()
  private let gate = TaskGate()
  private let innerHasEnded = TaskGate()

  private func prepare() {
    let (gate, innerHasEnded) = (gate, innerHasEnded)
    container.builder.during { number in
      if number > 1 { return }
      defer { innerHasEnded.open() }
      try await gate.waitUnlessCancelled()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cancelled construction stops waiting for its dependency, which is cancelled as well")
  func cascade() async throws {
    prepare()
    let task = WatchedTask { try await container.outer() }
    await container.builder.hasBegun.wait()
    task.cancel()
    #expect(errorOf(await task.result) is CancellationError)
    await innerHasEnded.wait()
    #expect(try await container.outer().label == "outer of inner")
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A dependency that another task waits for goes on")
  func shared() async throws {
    prepare()
    let outer = WatchedTask { try await container.outer() }
    await container.builder.hasBegun.wait()
    let inner = await suspendedTask { try await container.inner() }
    outer.cancel()
    #expect(errorOf(await outer.result) is CancellationError)
    gate.open()
    #expect(try await inner.value.label == "inner")
    #expect(try await container.outer().label == "outer of inner")
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Cancellation reaches a dependency through an unscoped factory")
  func unscoped() async throws {
    prepare()
    let task = WatchedTask { try await container.unscoped() }
    await container.builder.hasBegun.wait()
    task.cancel()
    #expect(errorOf(await task.result) is CancellationError)
    await innerHasEnded.wait()
  }
}
