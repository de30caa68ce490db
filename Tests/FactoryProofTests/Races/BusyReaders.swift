// Factory, MIT licence; see LICENSE
//
// Changes return at once while other threads read without pause. Hundreds of threads: the library does not limit
// their number.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

extension SharedSingletons {
  // Without the hit table, readers take the lock, and changes wait for it.
  @Suite("Changes while threads read without pause", .enabled(if: Effort.hasHitTable))
  struct BusyReaders {
    enum Change: CaseIterable, Sendable {
      case reset, register, scope

      func apply(_ round: Int, to container: BusyContainer) {
        switch self {
        case .reset: container.cached.reset(.scope)
        case .register: container.cached.register { BusyContainer.Held() }
        case .scope:
          let isEven = round.isMultiple(of: 2)
          container.scoped.scope(isEven ? BusyContainer.even : BusyContainer.odd)
        }
      }
    }

    /// A change takes microseconds. A change that waited for readers would take until the system
    /// has scheduled every reader that it interrupted in the middle of a read: many times the
    /// limit. A quarter of the changes has to stay below it, because the system also interrupts the
    /// changes themselves, and readers that create the next instance with the lock held.
    static let limit = (Effort.isReduced ? 200 : 20) * nanosecondsPerMillisecond

    @Test(
      "Changes do not wait for readers, though sixteen threads read without pause",
      arguments: Change.allCases)
    func returnsAtOnce(change: Change) {
      let container = BusyContainer()
      container.scoped.scope(BusyContainer.odd)
      let count = Effort.scaled(change == .reset ? 60 : 30)
      let readers = BusyThreads(16) {
        _ = change == .scope ? container.scoped() : container.cached()
      }
      var durations: [UInt64] = []
      var total: UInt64 = 0
      // If changes wait, the first few are enough to show it.
      while durations.count < count, durations.count < 3 || total < nanosecondsPerSecond {
        // Gives readers time to read the result of the last change, and to be interrupted.
        readers.awaitLaps(6)
        let start = DispatchTime.now().uptimeNanoseconds
        change.apply(durations.count, to: container)
        let duration = DispatchTime.now().uptimeNanoseconds - start
        durations.append(duration)
        total += duration
      }
      readers.stop()
      let quartile = durations.sorted()[durations.count / 4]
      #expect(
        quartile < Self.limit,
        "a quarter of \(durations.count) changes took less than \(quartile) nanoseconds")
    }
  }
}

final class BusyContainer: ManagedContainer {
  let manager = ContainerManager()
  static let even = Scope.Cached()
  static let odd = Scope.Cached()

  var cached: Factory<Held> { self { Held() }.cached }
  /// Has no scope in its definition, so one can be set.
  var scoped: Factory<Held> { self { Held() } }

  final class Held: Sendable {}
}

extension SharedSingletons {
  @Suite("Many threads")
  struct ManyThreads {
    @Test("Three hundred threads share an instance, and share a new one after a reset")
    func oneInstance() {
      let threads = ResolvingThreads()
      #expect(threads.resolveOnAll().count == 1)
      threads.container.cached.reset(.scope)
      #expect(threads.resolveOnAll().count == 1)
      #expect(threads.container.made.value == 2)
      threads.end()
    }

    @Test(
      "An evicted instance is released though three hundred threads have read it, and may have ended",
      arguments: [true, false])
    func released(haveEnded: Bool) {
      let threads = ResolvingThreads()
      weak let before = threads.container.cached()
      _ = threads.resolveOnAll()
      if haveEnded { threads.end() }
      #expect(before != nil)
      threads.container.cached.reset(.scope)
      #expect(before == nil)
      #expect(threads.container.alive.value == 0)
      if !haveEnded { threads.end() }
    }
  }
}

/// Threads that resolve on request, until they are stopped.
private final class ResolvingThreads: Sendable {
  static let size = 300
  let container = ProofContainer()
  // The threads and the test.
  private let mayResolve = Barrier(size + 1)
  private let haveResolved = Barrier(size + 1)
  private let found = LockedArray<ObjectIdentifier>()
  private let isEnding = Flag()
  private let threads = LockedArray<TestThread>()

  init() {
    for _ in 0..<Self.size {
      threads.append(TestThread(stackSize: TestThread.smallStack) { [self] in resolveUntilEnd() })
    }
  }

  private func resolveUntilEnd() {
    while true {
      mayResolve.wait()
      if isEnding.isRaised { return }
      // More than once: the first lookup may take the slow path, a later one takes the fast path.
      for _ in 0..<3 { found.append(ObjectIdentifier(container.cached())) }
      haveResolved.wait()
    }
  }

  /// Has each thread resolve, and returns which instances they found.
  func resolveOnAll() -> Set<ObjectIdentifier> {
    let earlier = found.elements.count
    mayResolve.wait()
    haveResolved.wait()
    return Set(found.elements.dropFirst(earlier))
  }

  func end() {
    isEnding.raise()
    mayResolve.wait()
    for thread in threads.elements { thread.join() }
  }
}
