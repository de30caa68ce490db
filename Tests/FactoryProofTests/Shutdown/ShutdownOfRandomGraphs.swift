// Factory, MIT licence; see LICENSE
//
// Shutdown of 1,000 instances in a random dependency graph, built by threads and tasks.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

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
  func threads(seed: Int) async throws {
    let container = container(seed)
    let count = count
    onThreads(4) { thread in
      var random = SeededGenerator(seed: UInt64(seed * 10 + thread))
      for number in (0..<count).shuffled(using: &random) { _ = container.plain(number) }
    }
    let errors = await failures { try await container.shutdown(hookLimit: .infinity) }
    #expect(container.mistakes.elements == [])
    #expect(container.closings.value == count)
    #expect(errors == count / 100)
  }

  @Test("Instances are closed before their dependencies, built by tasks", arguments: 0..<3)
  func tasks(seed: Int) async throws {
    let container = container(seed)
    let count = count
    await inTasks(4) { task in
      var random = SeededGenerator(seed: UInt64(seed * 10 + task))
      for number in (0..<count).shuffled(using: &random) { _ = try? await container.async(number) }
    }
    let errors = await failures { try await container.shutdown(hookLimit: .infinity) }
    #expect(container.mistakes.elements == [])
    #expect(container.closings.value == count)
    #expect(errors == count / 100)
  }

  @Test("While threads resolve, and two shut down, nothing is closed twice", arguments: 0..<2)
  func meanwhile(seed: Int) async throws {
    let container = container(seed)
    let count = count
    let threads = BusyThreads(2) {
      for number in stride(from: seed, to: count, by: 13) { _ = container.plain(number) }
    }
    for _ in 0..<5 {
      _ = await inTasks(2) { _ in
        await failures { try await container.shutdown(hookLimit: .infinity) }
      }
    }
    threads.stop()
    _ = await failures { try await container.shutdown(hookLimit: .infinity) }
    #expect(!container.mistakes.elements.contains { $0.hasSuffix("twice") })
    for number in 0..<count { #expect(container.plain.resolvedOrNil(number) == nil) }
  }
}

/// The number of hooks that have thrown an error.
private func failures(_ body: () async throws -> Void) async -> Int {
  do {
    try await body()
    return 0
  } catch {
    return (error as? ShutdownError)?.errors.count ?? 0
  }
}
