// Factory, MIT licence; see LICENSE
//
// Threads that wait for each other are reported; other threads are not.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension SharedSingletons {
  @Suite("Waiting cycles")
  struct WaitingCycles {
    @Test("Two threads that wait for each other's singletons stop the program with both chains")
    func twoThreads() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        MutualSingletons.resolveFromBothEnds()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("FactoryKit: circular dependency between threads."))
      for line in [
        "thread 1, waiting in the last line for the next thread:",
        "thread 2, waiting in the last line for the next thread:",
        ".left<Swift.Int> (FactoryProofTests/WaitingCycles.swift:",
        ".right<Swift.Int> (FactoryProofTests/WaitingCycles.swift:",
        "To fix this: inject one of them with @LazyInjected or @WeakLazyInjected",
      ] {
        #expect(text.contains(line), "\(line) in:\n\(text)")
      }
    }

    @Test("Random graphs without a cycle are never reported, on eight threads")
    func noFalseReport() {
      let rounds = Effort.scaled(10_000)
      let start = Barrier(8)
      let end = Barrier(8)
      let graphs = GraphHolder()
      let wrong = Counter()
      onThreads(8) { index in
        var generator = SeededGenerator(seed: UInt64(index))
        for round in 0..<rounds {
          if index == 0 { graphs.current = AcyclicGraph(seed: UInt64(round)) }
          start.wait()
          let graph = graphs.current!
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
      let log = ExpectedLines(containing: "NeedsItself is running on another thread")
      // The container's `autoRegister` resolves `slow`, whose closure uses the container.
      let container = NeedsItself()
      let other = ProofContainer()
      other.unscoped.register { [unowned other] in
        container.isInside.open()
        container.isRegistering.wait()
        _ = container.number()
        return other.make()
      }
      other.manager.defaultScope = .cached
      container.slow = other
      container.letsOtherWaitFirst = waitsFirst
      let builder = TestThread { _ = other.unscoped() }
      container.isInside.wait()
      #expect(container.number() == 1)
      builder.join()
      #expect(other.made.value == 1)
      #expect(!log.lines.isEmpty)
      other.manager.reset()
    }
  }
}

/// Two containers whose singletons require each other, resolved on two threads.
private enum MutualSingletons {
  final class Left: SharedContainer {
    @TaskLocal static var shared = Left()
    let manager = ContainerManager()
    var left: Factory<Int> {
      self {
        MutualSingletons.bothInside.wait()
        return Right.shared.right()
      }.singleton
    }
  }

  final class Right: SharedContainer {
    @TaskLocal static var shared = Right()
    let manager = ContainerManager()
    var right: Factory<Int> {
      self {
        MutualSingletons.bothInside.wait()
        return Left.shared.left()
      }.singleton
    }
  }

  static let bothInside = Barrier(2)

  static func resolveFromBothEnds() {
    onThreads(2) { index in _ = index == 0 ? Left.shared.left() : Right.shared.right() }
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

private final class GraphHolder: @unchecked Sendable {
  // Sendable: written by one thread between two barriers.
  var current: AcyclicGraph?
}

private final class NeedsItself: SharedContainer, AutoRegistering, @unchecked Sendable {
  // Sendable: the variables are set before a second thread starts.
  @TaskLocal static var shared = NeedsItself()
  let manager = ContainerManager()
  let isInside = Gate()
  let isRegistering = Gate()
  var slow: ProofContainer!
  var letsOtherWaitFirst = false
  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    isRegistering.open()
    // Either side may be the one that would complete the cycle.
    if letsOtherWaitFirst { while !WaitGraph.hasWaiters { yieldThread() } }
    _ = slow.unscoped()
    number.register { 1 }
  }
}
