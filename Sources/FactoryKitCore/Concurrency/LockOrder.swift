// Factory, MIT licence; see LICENSE
//
// Invariants 1 and 2 of Engine.md, which debug builds check: the order in which a thread takes locks, and that
// it holds none while user code runs.
internal import FactoryCore

/// A kind of lock. A thread that holds a lock takes only those of higher ranks. A child's lock comes before that
/// of its parent, so a thread may hold several of a container or of a cell; of the others it holds one.
package enum LockRank: Int {
  /// Those of the list of watchers and of recorders, which are watchers.
  case watchers
  case container, cell, waitGraph, leaf

  fileprivate var mayRepeat: Bool { self == .container || self == .cell }
}

/// The locks that the calling thread holds. In release builds all functions are empty.
enum LockOrder {
  #if DEBUG
    /// Called before a lock is taken. Traps if the thread must not take it now.
    static func willTake(_ rank: LockRank) {
      withCounts { counts in
        let highest = counts.lastIndex { $0 > 0 }
        if let highest, highest > rank.rawValue || highest == rank.rawValue && !rank.mayRepeat {
          fatalError(
            "FactoryKit: takes a lock of rank \(rank) inside one of rank \(LockRank(rawValue: highest)!)"
          )
        }
        counts[rank.rawValue] += 1
      }
    }

    static func didRelease(_ rank: LockRank) {
      withCounts { $0[rank.rawValue] -= 1 }
    }

    /// Traps if the thread does not hold a lock of this rank.
    static func requireHeld(_ rank: LockRank) {
      withCounts { counts in
        if counts[rank.rawValue] == 0 {
          fatalError("FactoryKit: uses what a lock of rank \(rank) guards without holding one")
        }
      }
    }

    /// Traps if the thread holds a lock. Called where user code runs next.
    static func requireNone() {
      withCounts { counts in
        if let rank = counts.lastIndex(where: { $0 > 0 }) {
          fatalError(
            "FactoryKit: runs user code inside a lock of rank \(LockRank(rawValue: rank)!)")
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
    @inline(__always) static func requireHeld(_ rank: LockRank) {}
    @inline(__always) static func requireNone() {}
  #endif
}
