// Factory, MIT licence; see LICENSE
//
// Locks of one word as objects, for state that hits do not access.
internal import FactoryCore

/// A lock for the state that is declared next to it.
///
/// The body of `withLock` must not run user code. That includes a `deinit`, so a body that removes
/// a reference returns it, to be released after the lock.
package final class Lock: @unchecked Sendable {
  // Sendable: the word is only used by the atomic functions, in memory allocated here and freed in
  // `deinit`, when no other reference to `self` can exist.
  private let word: LockWord

  package init() { word = .make() }

  deinit {
    word.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result { word.withLock(.leaf, body) }
}

/// A value that is accessed only under its lock.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is accessed only under the lock. For the word, see `Lock`.
  private let word: LockWord
  @exclusivity(unchecked) private var value: Value

  package init(_ value: Value) {
    self.value = value
    word = .make()
  }

  deinit {
    word.deallocate()
  }

  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    word.withLock(.leaf) { body(&value) }
  }
}

/// A word that only atomic functions access: a lock, a counter or a flag.
package typealias AtomicWord = UnsafeMutablePointer<UInt32>

extension AtomicWord {
  /// Allocates a word that is zero.
  package static func make() -> AtomicWord {
    let word = AtomicWord.allocate(capacity: 1)
    word.initialize(to: 0)
    return word
  }
}

/// The word of a lock: of the wait graph, a store, a lazy wrapper, an asynchronous frame, or a `Lock` or `Locked`. Zero if the lock is not held.
package typealias LockWord = AtomicWord

extension LockWord {
  package func withLock<Result>(_ rank: LockRank, _ body: () -> Result) -> Result {
    take(rank)
    defer { release(rank) }
    return body()
  }

  func take(_ rank: LockRank) {
    LockOrder.willTake(rank)
    factory_lock(self)
  }

  func release(_ rank: LockRank) {
    factory_unlock(self)
    LockOrder.didRelease(rank)
  }
}

// MARK: -

// Invariants 1 and 2 of Engine.md, which debug builds check: the order in which a thread takes locks, and that
// it holds none while user code runs.

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
