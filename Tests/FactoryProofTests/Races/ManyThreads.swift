// Factory, MIT licence; see LICENSE
//
// More threads than anybody would have thought of: there is no limit to them.
import FactoryTesting
import Foundation
import Testing

extension SharedSingletons {
  @Suite("Many threads")
  struct ManyThreads {
    @Test("Three hundred threads get one instance, and all another one after a reset")
    func oneInstance() {
      let crowd = Crowd()
      #expect(crowd.resolveOnAll().count == 1)
      crowd.container.cached.reset(.scope)
      #expect(crowd.resolveOnAll().count == 1)
      #expect(crowd.container.made.value == 2)
      crowd.leave()
    }

    @Test("What is reset is freed though three hundred threads that have read it live on")
    func freedWhileThreadsLive() {
      let crowd = Crowd()
      weak let before = crowd.container.cached()
      _ = crowd.resolveOnAll()
      #expect(before != nil)
      crowd.container.cached.reset(.scope)
      #expect(before == nil)
      #expect(crowd.container.alive.value == 0)
      crowd.leave()
    }

    @Test("What is reset is freed after three hundred threads that have read it are gone")
    func freedAfterThreads() {
      let crowd = Crowd()
      weak let before = crowd.container.cached()
      _ = crowd.resolveOnAll()
      crowd.leave()
      #expect(before != nil)
      crowd.container.cached.reset(.scope)
      #expect(before == nil)
      #expect(crowd.container.alive.value == 0)
    }
  }
}

/// Threads that stay until they are told to leave, and resolve when they are told to.
private final class Crowd: @unchecked Sendable {
  // Sendable: `isLeaving` is written before and read after a semaphore is signalled.
  static let size = 300
  let container = ProofContainer()
  private let mayResolve = DispatchSemaphore(value: 0)
  private let hasResolved = Barrier(size + 1)
  private let ended = DispatchSemaphore(value: 0)
  private let found = Collected<ObjectIdentifier>()
  private var isLeaving = false

  init() {
    for _ in 0..<Self.size {
      let thread = Thread { [self] in
        while true {
          mayResolve.wait()
          if isLeaving { break }
          // More than once: a later hit may take a shorter way.
          for _ in 0..<3 { found.append(ObjectIdentifier(container.cached())) }
          // Nobody goes on, and takes another's turn, before all have been through.
          hasResolved.wait()
        }
        ended.signal()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }

  /// Has each thread resolve, and returns which instances they found.
  func resolveOnAll() -> Set<ObjectIdentifier> {
    let earlier = found.elements.count
    for _ in 0..<Self.size { mayResolve.signal() }
    hasResolved.wait()
    return Set(found.elements.dropFirst(earlier))
  }

  func leave() {
    isLeaving = true
    for _ in 0..<Self.size { mayResolve.signal() }
    for _ in 0..<Self.size { ended.wait() }
  }
}
