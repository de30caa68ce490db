// Factory, MIT licence; see LICENSE
//
// Threads that wait for each other are reported; other threads are not. Circular dependencies through
// throwing factories stop the program, also if the closures would catch errors.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension SharedSingletons {
  @Suite("Waiting cycles")
  struct WaitingCycles {
    @Test("Random graphs without a cycle are never reported, on eight threads")
    func noFalseReport() {
      let rounds = Effort.scaled(10_000)
      let start = Barrier(8)
      let end = Barrier(8)
      let current = LockedValue<AcyclicGraph?>(nil)
      let wrong = Counter()
      onThreads(8) { index in
        var generator = SeededGenerator(seed: UInt64(index))
        for round in 0..<rounds {
          if index == 0 { current.withLock { $0 = AcyclicGraph(seed: UInt64(round)) } }
          start.wait()
          let graph = current.withLock { $0! }
          for _ in 0..<2 {
            let root = Int.random(in: 0..<AcyclicGraph.size, using: &generator)
            if graph.node(root)() != graph.expected[root] { wrong.increment() }
          }
          end.wait()
          if index == 0, graph.made.contains(where: { $0.value > 1 }) { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }

    @Test(
      "A thread that waits for autoRegister continues instead of completing a cycle of waits",
      arguments: [true, false])
    func autoRegistrationYields(waitsFirst: Bool) {
      let log = ExpectedLines(containing: "AutoContainer is running on another thread")
      // The container's `autoRegister` resolves `cached`, whose closure uses the container.
      let other = ProofContainer()
      let (isInside, isRegistering) = (Gate(), Gate())
      let container = AutoContainer { container, _ in
        isRegistering.open()
        // Either side may be the one that would complete the cycle.
        if waitsFirst { while !WaitGraph.hasWaiters { yieldThread() } }
        _ = other.cached()
        container.service.register { TestService("auto") }
      }
      other.cached.register { [unowned other] in
        isInside.open()
        isRegistering.wait()
        _ = container.service()
        return other.make()
      }
      let builder = TestThread { _ = other.cached() }
      isInside.wait()
      #expect(container.service().label == "auto")
      builder.join()
      #expect(other.made.value == 1)
      #expect(!log.lines.isEmpty)
      other.manager.reset()
    }
  }
}

/// Cached factories that require some of those with lower numbers.
private final class AcyclicGraph: ManagedContainer, @unchecked Sendable {
  // Sendable: constant after `init`.
  static let size = 8
  private static let names: [StaticString] = ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"]
  let manager = ContainerManager()
  let made = (0..<size).map { _ in Counter() }
  private let needs: [[Int]]
  let expected: [Int]

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
  }

  func node(_ index: Int) -> Factory<Int> {
    Factory(self, key: Self.names[index]) { [unowned self] in
      made[index].increment()
      return 1 + needs[index].reduce(0) { $0 + node($1)() }
    }.cached
  }
}

private final class CyclicContainer: SharedContainer {
  @TaskLocal static var shared = CyclicContainer()
  let manager = ContainerManager()
}

extension CyclicContainer {
  // Scoped, so that debug and release builds stop at the same step.
  var first: ThrowingFactory<Int, any Error> { self { self.second() }.cached }
  var second: Factory<Int> { self { (try? self.third(1)) ?? 0 } }
  var third: ThrowingParameterFactory<Int, Int, any Error> { self { try self.first() + $0 } }

  var mainActor: MainActorFactory<Int> { self { (try? self.onMainActor()) ?? 0 }.cached }
  @MainActor var onMainActor: ThrowingFactory<Int, any Error> { self { self.mainActor() } }
}

@Suite("Circular dependencies of throwing factories") struct ThrowingCycles {
  @Test("A circle through throwing and other factories is reported with its chain")
  func chain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? CyclicContainer.shared.first()
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency: creating "))
    for (index, name) in ["first", "second", "third", "first"].enumerated() {
      #expect(text.contains("  \(index): FactoryProofTests.CyclicContainer.\(name)<"), "\(text)")
    }
  }

  @Test("A circle through a main-actor factory is reported")
  func mainActor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await CyclicContainer.shared.mainActor()
    }
    #expect(text(result).contains("circular dependency: creating "))
    #expect(text(result).contains("CyclicContainer.mainActor<Swift.Int>"))
    #expect(text(result).contains("CyclicContainer.onMainActor<Swift.Int>"))
  }
}
