// Factory, MIT licence; see LICENSE
//
// Graphs of asynchronous factories without a circle are never reported, however deep they are and
// however many tasks resolve them.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

/// Factories that require some of those with lower numbers.
private final class AsyncAcyclicGraph: ManagedContainer {
  static let size = 8
  private static let names: [StaticString] = ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"]

  /// How a factory resolves those that it requires.
  private enum Style: CaseIterable { case inOrder, group, task, synchronous }

  let manager = ContainerManager()
  let made = (0..<size).map { _ in Counter() }
  let expected: [Int]
  private let needs: [[Int]]
  private let styles: [Style]
  private let areScoped: [Bool]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var needs: [[Int]] = []
    var expected: [Int] = []
    for index in 0..<Self.size {
      needs.append((0..<index).filter { _ in generator.chance(3) }.shuffled(using: &generator))
      expected.append(1 + needs[index].reduce(0) { $0 + expected[$1] })
    }
    self.needs = needs
    self.expected = expected
    styles = needs.map { _ in Style.allCases.randomElement(using: &generator)! }
    areScoped = needs.map { _ in !generator.chance(4) }
  }

  func node(_ index: Int) -> AsyncFactory<Int, any Error> {
    // Retains the graph: a construction that all tasks have abandoned may continue after the test's round.
    let factory = AsyncFactory<Int, any Error>(self, key: Self.names[index]) {
      self.made[index].increment()
      return 1 + (try await self.sum(self.needs[index], self.styles[index]))
    }
    return areScoped[index] ? factory.cached : factory
  }

  /// Whether each scoped factory has run its closure at most once.
  var builtOnce: Bool { zip(made, areScoped).allSatisfy { !$1 || $0.value <= 1 } }

  private var one: Factory<Int> { self { 1 }.graph }

  private func sum(_ needed: [Int], _ style: Style) async throws -> Int {
    switch style {
    case .inOrder:
      var sum = 0
      for index in needed { sum += try await node(index)() }
      return sum
    case .group:
      return try await withThrowingTaskGroup(of: Int.self) { group in
        for index in needed { group.addTask { try await self.node(index)() } }
        return try await group.reduce(0, +)
      }
    case .task:
      let tasks = needed.map { index in Task { try await self.node(index)() } }
      var sum = 0
      for task in tasks { sum += try await task.value }
      return sum
    case .synchronous:
      var sum = 0
      for index in needed { sum += try await node(index)() * one() }
      return sum
    }
  }
}

private final class DeepContainer: ManagedContainer {
  let manager = ContainerManager()
  var scoped: AsyncParameterFactory<Int, Int, any Error> {
    self { $0 == 0 ? 0 : try await self.scoped($0 - 1) + 1 }.scopeOnParameters.cached
  }
  var unscoped: AsyncParameterFactory<Int, Int, any Error> {
    self { $0 == 0 ? 0 : try await self.unscoped($0 - 1) + 1 }
  }
  var graph: AsyncParameterFactory<Int, Int, Never> {
    self { $0 == 0 ? 0 : await self.graph($0 - 1) + 1 }.scopeOnParameters.graph
  }
  var mixed: AsyncParameterFactory<Int, Int, any Error> {
    self { number in
      if number == 0 { return 0 }
      let half = self.half(number)
      async let lower = self.mixed(number - 1)
      return try await lower + 1 + half - half
    }.scopeOnParameters.singleton
  }
  var half: ParameterFactory<Int, Int> { self { $0 / 2 }.scopeOnParameters.cached }
}

@Suite("Async graphs without a circle", .container, .oneAtATime) struct AsyncAcyclicGraphs {
  @Test("Random graphs without a circle are never reported, in eight tasks")
  func random() async throws {
    for round in 0..<Effort.scaled(2_000) {
      let graph = AsyncAcyclicGraph(seed: UInt64(round))
      let wrong = await inTasks(8) { index -> Int in
        var generator = SeededGenerator(seed: UInt64(round * 8 + index))
        let root = Int.random(in: 0..<AsyncAcyclicGraph.size, using: &generator)
        let value = try? await graph.node(root)()
        return value == graph.expected[root] ? 0 : 1
      }
      #expect(wrong.reduce(0, +) == 0)
      #expect(graph.builtOnce)
    }
  }

  @Test("Random graphs without a circle are never reported while tasks are cancelled")
  func cancelled() async throws {
    for round in 0..<Effort.scaled(1_000) {
      let graph = AsyncAcyclicGraph(seed: UInt64(round))
      var generator = SeededGenerator(seed: UInt64(round))
      let tasks = (0..<6).map { _ in
        let root = Int.random(in: 0..<AsyncAcyclicGraph.size, using: &generator)
        return (root, Task { try await graph.node(root)() })
      }
      for (_, task) in tasks where generator.chance(2) { task.cancel() }
      for (root, task) in tasks {
        switch await task.result {
        case .success(let value): #expect(value == graph.expected[root])
        case .failure(let error): #expect(error is CancellationError)
        }
      }
      for root in 0..<AsyncAcyclicGraph.size {
        #expect(try await graph.node(root)() == graph.expected[root])
      }
    }
  }

  @Test("Chains of 200 async factories are not reported")
  func deep() async throws {
    let container = DeepContainer()
    #expect(try await container.scoped(200) == 200)
    #expect(try await container.unscoped(200) == 200)
    #expect(await container.graph(200) == 200)
    #expect(try await container.mixed(200) == 200)
  }

  @Test("A detached task of a construction may wait for the construction")
  func detached() async throws {
    let container = ProofContainer()
    let late = LockedValue<Task<Int, any Error>?>(nil)
    @Sendable func factory() -> AsyncFactory<Int, any Error> {
      AsyncFactory(container, key: "AsyncAcyclicGraphs.detached") {
        late.withLock { $0 = Task.detached { try await factory()() } }
        return 7
      }.cached
    }
    #expect(try await factory()() == 7)
    #expect(try await late.withLock { $0 }!.value == 7)
  }

  @Test("A task that a construction starts may resolve the instance after the construction's end")
  func afterTheEnd() async throws {
    let container = ProofContainer()
    let gate = TaskGate()
    let late = LockedValue<Task<Int, any Error>?>(nil)
    @Sendable func factory() -> AsyncFactory<Int, any Error> {
      AsyncFactory(container, key: "AsyncAcyclicGraphs.afterTheEnd") {
        late.withLock {
          $0 = Task {
            await gate.wait()
            return try await factory()()
          }
        }
        return 7
      }.cached
    }
    #expect(try await factory()() == 7)
    factory().reset(.scope)
    gate.open()
    // Builds a second instance, in a task that the first construction has started.
    #expect(try await late.withLock { $0 }!.value == 7)
    // The second construction has started a task as well.
    #expect(try await late.withLock { $0 }!.value == 7)
  }
}
