// Factory, MIT licence; see LICENSE
//
// Hundreds of threads: the library does not limit their number.
import FactoryTestSupport
import FactoryTesting
import Testing

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
