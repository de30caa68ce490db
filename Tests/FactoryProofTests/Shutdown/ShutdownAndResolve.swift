// Factory, MIT licence; see LICENSE
//
// Shutdowns while threads and tasks resolve, and of many instances in a random dependency graph.
import FactoryModel
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
      // Two at once.
      async let other: Void = container.shutdown(hookLimit: .infinity)
      try await container.shutdown(hookLimit: .infinity)
      try await other
    }
  }
}

/// An instance that checks the order in which it and its dependencies are closed.
private final class GraphInstance: Sendable {
  let number: Int
  let dependencies: [GraphInstance]
  let isClosed = Flag()

  init(_ number: Int, _ dependencies: [GraphInstance]) {
    self.number = number
    self.dependencies = dependencies
  }
}

private struct GraphFailure: Error {}

/// The instance of each number depends on instances of lower numbers.
private final class GraphContainer: ManagedContainer {
  let manager = ContainerManager()
  let edges: [[Int]]
  let closings = Counter()
  let mistakes = LockedArray<String>()

  init(_ edges: [[Int]]) { self.edges = edges }

  var plain: ParameterFactory<Int, GraphInstance> {
    self { number in GraphInstance(number, self.edges[number].map { self.plain($0) }) }
      .onShutdown { [unowned self] in try await close($0) }.scopeOnParameters.cached
  }
  /// The same graph, of which some instances are asynchronous.
  var async: AsyncParameterFactory<Int, GraphInstance, any Error> {
    self { number in
      if number % 5 == 0 { await Task.yield() }
      var dependencies: [GraphInstance] = []
      for number in self.edges[number] { dependencies.append(try await self.async(number)) }
      return GraphInstance(number, dependencies)
    }.onShutdown { [unowned self] in try await close($0) }.scopeOnParameters.cached
  }

  private func close(_ instance: GraphInstance) async throws {
    closings.increment()
    if instance.isClosed.isRaised { mistakes.append("\(instance.number) is closed twice") }
    for dependency in instance.dependencies where dependency.isClosed.isRaised {
      mistakes.append("\(dependency.number) is closed before \(instance.number)")
    }
    if instance.number % 7 == 0 { await Task.yield() }
    instance.isClosed.raise()
    if instance.number % 100 == 99 { throw GraphFailure() }
  }
}

@Suite("Shutdown of random graphs", .timeLimit(.minutes(30)), .oneAtATime)
struct ShutdownOfRandomGraphs {
  private let count = Effort.brief(1_000)

  private func container(_ seed: Int) -> GraphContainer {
    var random = SeededGenerator(seed: UInt64(seed))
    return GraphContainer(
      (0..<count).map { number in
        number == 0
          ? []
          : (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Int.random(in: max(0, number - 30)..<number, using: &random)
          }
      })
  }

  @Test("Instances are closed before their dependencies, built by threads", arguments: 0..<3)
  func threads(seed: Int) async {
    let container = container(seed)
    let count = count
    onThreads(4) { thread in
      var random = SeededGenerator(seed: UInt64(seed * 10 + thread))
      for number in (0..<count).shuffled(using: &random) { _ = container.plain(number) }
    }
    await expectOrderedShutdown(container)
  }

  @Test("Instances are closed before their dependencies, built by tasks", arguments: 0..<3)
  func tasks(seed: Int) async {
    let container = container(seed)
    let count = count
    await inTasks(4) { task in
      var random = SeededGenerator(seed: UInt64(seed * 10 + task))
      for number in (0..<count).shuffled(using: &random) { _ = try? await container.async(number) }
    }
    await expectOrderedShutdown(container)
  }

  private func expectOrderedShutdown(_ container: GraphContainer) async {
    let error = await #expect(throws: ShutdownError.self) {
      try await container.shutdown(hookLimit: .infinity)
    }
    #expect(container.mistakes.elements == [])
    #expect(container.closings.value == count)
    #expect(error?.errors.count == count / 100)
  }
}
