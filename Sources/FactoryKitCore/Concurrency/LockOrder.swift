// Factory, MIT licence; see LICENSE
//
// Invariants 1 and 2 of Engine.md, which debug builds check: the order in which a thread takes locks, and that
// it holds none while user code runs.
internal import FactoryCore

/// A kind of lock. A thread that holds a lock takes only those of higher ranks, so it holds one of each kind at most.
// Not an enumeration, whose conformances every program would contain.
package struct LockRank {
  fileprivate let index: Int

  /// Of a container.
  package static var container: LockRank { LockRank(0) }
  /// Of a singleton scope, or of a tree of asynchronous resolutions.
  package static var innerStore: LockRank { LockRank(1) }
  package static var waitGraph: LockRank { LockRank(2) }
  package static var leaf: LockRank { LockRank(3) }

  private init(_ index: Int) { self.index = index }

  #if DEBUG
    fileprivate static let names = ["container", "innerStore", "waitGraph", "leaf"]
  #endif
}

/// The locks that the calling thread holds. In release builds all functions are empty.
enum LockOrder {
  #if DEBUG
    /// Called before a lock is taken. Traps if the thread must not take it now.
    static func willTake(_ rank: LockRank) {
      withCounts { counts in
        let highest = counts.lastIndex { $0 > 0 }
        if let highest, highest >= rank.index {
          fatalError(
            "FactoryKit: takes a lock of rank \(LockRank.names[rank.index]) inside one of rank \(LockRank.names[highest])"
          )
        }
        counts[rank.index] += 1
      }
    }

    static func didRelease(_ rank: LockRank) {
      withCounts { $0[rank.index] -= 1 }
    }

    /// Traps if the thread does not hold the lock of a store.
    static func requireStore() {
      withCounts { counts in
        if counts[LockRank.container.index] == 0, counts[LockRank.innerStore.index] == 0 {
          fatalError("FactoryKit: uses what the lock of a store guards without holding one")
        }
      }
    }

    /// Traps if the thread holds a lock. Called where user code runs next.
    static func requireNone() {
      withCounts { counts in
        if let rank = counts.lastIndex(where: { $0 > 0 }) {
          fatalError(
            "FactoryKit: runs user code inside a lock of rank \(LockRank.names[rank])")
        }
      }
    }

    private static func withCounts(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
      // One count for each rank. Only the thread itself uses them.
      withUnsafeMutableBytes(of: &factory_current_thread().pointee.locks) {
        body($0.bindMemory(to: UInt8.self))
      }
    }
  #else
    @inline(__always) static func willTake(_ rank: LockRank) {}
    @inline(__always) static func didRelease(_ rank: LockRank) {}
    @inline(__always) static func requireStore() {}
    @inline(__always) static func requireNone() {}
  #endif
}
