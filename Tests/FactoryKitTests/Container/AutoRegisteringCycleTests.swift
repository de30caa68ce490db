// Factory, MIT licence; see LICENSE
//
// Two containers whose `autoRegister` resolve from each other, on two threads: one of them
// continues.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container that resolves from another one in the middle of its `autoRegister`.
private final class ReachingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  private let threads: Latch
  private let depth = LockedValue((now: 0, most: 0))
  private let work: @Sendable (ReachingContainer) -> Void

  init(_ threads: Latch, _ work: @escaping @Sendable (ReachingContainer) -> Void) {
    self.threads = threads
    self.work = work
  }

  /// How many runs of `autoRegister` were on the stack at once.
  var nesting: Int { depth.withLock { $0.most } }

  func autoRegister() {
    depth.withLock { depth in
      depth.now += 1
      depth.most = max(depth.most, depth.now)
    }
    threads.arriveAndWait()
    work(self)
    depth.withLock { $0.now -= 1 }
  }

  var value: Factory<Int> { self { 1 } }
  var cached: Factory<TestService> { self { TestService("live") }.cached }
  var singleton: Factory<TestService> { self { TestService("live") }.singleton }
}

@Suite("Two containers whose autoRegister resolve from each other", .container)
struct AutoRegisteringCycleTests {
  private typealias Registration = @Sendable (ReachingContainer) -> Void

  /// The first container resolves `kept` and then the second one's value. The second one's
  /// `autoRegister` registers something in the first. One of the two threads continues, which is
  /// logged.
  private func meet(
    _ kept: @escaping @Sendable (ReachingContainer) -> Void, _ registration: @escaping Registration
  ) -> (first: ReachingContainer, second: ReachingContainer) {
    let log = ExpectedLines(containing: "ReachingContainer is running on another thread")
    let threads = Latch(2)
    let other = LockedValue<ReachingContainer?>(nil)
    let first = ReachingContainer(threads) { first in
      kept(first)
      _ = other.withLock { $0 }?.value()
    }
    let second = ReachingContainer(threads) { _ in registration(first) }
    other.withLock { $0 = second }
    onThreads(2) { index in index == 0 ? first.value() : second.value() }
    other.withLock { $0 = nil }
    #expect(!log.lines.isEmpty)
    return (first, second)
  }

  private typealias Path = any KeyPath<ReachingContainer, Factory<TestService>> & Sendable

  @Test(
    "A registration in the other container replaces its instance",
    arguments: [\.cached, \.singleton] as [Path])
  private func instance(path: Path) {
    let (first, _) = meet(
      { _ = $0[keyPath: path]() },
      { first in first[keyPath: path].register { TestService("registered") } })
    #expect(first[keyPath: path]().label == "registered")
  }

  @Test("Neither autoRegister runs inside itself, although the other one resets its container")
  func nesting() {
    let (first, second) = meet(
      { _ = $0.cached() },
      { first in
        first.reset()
        _ = first.cached()
      })
    #expect(first.nesting == 1)
    #expect(second.nesting == 1)
  }
}
