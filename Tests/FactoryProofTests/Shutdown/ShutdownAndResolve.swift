// Factory, MIT licence; see LICENSE
//
// Shutdowns while threads and tasks resolve.
import FactoryTestSupport
import FactoryTesting
import Testing

/// An instance that counts how often it was closed.
private final class CountedInstance: Sendable {
  let closings = Counter()
}

private final class CountedContainer: ManagedContainer {
  let manager = ContainerManager()
  let closedTwice = Counter()

  var counted: ParameterFactory<Int, CountedInstance> {
    self { _ in CountedInstance() }.onShutdown { [closedTwice = closedTwice] in
      if $0.closings.increment() == 2 { closedTwice.increment() }
    }.scopeOnParameters.cached
  }
  var countedAsync: AsyncParameterFactory<Int, CountedInstance, any Error> {
    self { _ in
      await Task.yield()
      return CountedInstance()
    }.onShutdown { [closedTwice = closedTwice] in
      if $0.closings.increment() == 2 { closedTwice.increment() }
    }.scopeOnParameters.cached
  }
}

@Suite("Shut down and resolve", .timeLimit(.minutes(30)), .oneAtATime)
struct ShutdownAndResolve {
  @Test("While threads resolve, every instance is closed at most once, and none that is cached")
  func busyThreads() async throws {
    let other = CountedContainer()
    let counted = CountedContainer()
    let threads = BusyThreads(2) {
      for number in 0..<4 { _ = counted.counted(number) }
      _ = other.counted(0)
    }
    try await shutDown(counted) { threads.lapCount >= 100 }
    threads.stop()
    #expect(counted.closedTwice.value == 0)
    for number in 0..<4 {
      if let kept = counted.counted.resolvedOrNil(number) { #expect(kept.closings.value == 0) }
    }
    // What has lived on is closed by the last shutdown.
    try await counted.shutdown(hookLimit: .infinity)
    for number in 0..<4 { #expect(counted.counted.resolvedOrNil(number) == nil) }
  }

  @Test("While tasks resolve, every instance is closed at most once, and none that is cached")
  func busyTasks() async throws {
    let counted = CountedContainer()
    let (isStopped, laps) = (Flag(), Counter())
    let tasks = Task {
      await inTasks(3) { _ in
        while !isStopped.isRaised {
          for number in 0..<4 { _ = try? await counted.countedAsync(number) }
          laps.increment()
          await Task.yield()
        }
      }
    }
    try await shutDown(counted) { laps.value >= 1_000 }
    isStopped.raise()
    _ = await tasks.value
    #expect(counted.closedTwice.value == 0)
    for number in 0..<4 {
      if let kept = counted.countedAsync.resolvedOrNil(number) {
        #expect(kept.closings.value == 0)
      }
    }
  }

  /// Shuts down until the others have resolved often enough, 30 times at most. While other
  /// tests occupy the processors, a shutdown takes seconds, and three are sufficient.
  private func shutDown(
    _ container: CountedContainer, until hasResolved: () -> Bool
  ) async throws {
    for round in 1...30 where round <= 3 || !hasResolved() {
      try await container.shutdown(hookLimit: .infinity)
    }
  }
}
