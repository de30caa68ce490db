// Factory, MIT licence; see LICENSE
//
// Resolution cycles of different threads are separate, and a lazy property that requires itself is
// reported.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Other threads")
struct OtherThreads {
  @Test("Two threads in the middle of a cycle each keep graph instances of their own")
  func graphs() {
    let container = GraphContainer()
    let pairs = onThreads(2) { _ in container.root() }
    let all = pairs
    #expect(all.allSatisfy { $0[0] === $0[1] })
    #expect(all[0][0] !== all[1][0])
  }

  @Test("Two threads inside the same unscoped factory are not a circular dependency")
  func sameFactory() {
    let container = GraphContainer()
    let results = onThreads(2) { _ in container.meeting() }
    #expect(results == [1, 1])
  }

  @Test("A lazy property that is read by the instance it is creating stops the program")
  func lazyReentry() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SelfReader.shared.piece
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency: creating"))
    #expect(
      text.contains("LazyLoopContainer.piece<Swift.Int> (FactoryProofTests/OtherThreads.swift:"))
  }
}

private final class GraphContainer: ManagedContainer {
  let manager = ContainerManager()
  private let meetingPoint = Barrier(2)
  private let proof = ProofContainer()

  /// Waits until both threads are inside before, between and after the two resolutions.
  var root: Factory<[Piece]> {
    self {
      self.meetingPoint.wait()
      let first = self.leaf()
      self.meetingPoint.wait()
      let second = self.leaf()
      self.meetingPoint.wait()
      return [first, second]
    }
  }
  var leaf: Factory<Piece> { self { self.proof.make() }.graph }
  var meeting: Factory<Int> {
    self {
      self.meetingPoint.wait()
      return 1
    }
  }
}

private final class LazyLoopContainer: SharedContainer {
  @TaskLocal static var shared = LazyLoopContainer()
  let manager = ContainerManager()
  var piece: Factory<Int> { self { SelfReader.shared.piece } }
}

private final class SelfReader: @unchecked Sendable {
  // Sendable: the lazy wrapper is; it is only read.
  static let shared = SelfReader()
  @LazyInjected(\LazyLoopContainer.piece) var piece
}
