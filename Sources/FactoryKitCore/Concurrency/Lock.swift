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
  #if DEBUG
    private let rank: LockRank
  #endif

  package init(_ rank: LockRank = .leaf) {
    #if DEBUG
      self.rank = rank
    #endif
    word = .make()
  }

  deinit {
    word.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result {
    #if DEBUG
      return word.withLock(rank, body)
    #else
      return word.withLock(.leaf, body)
    #endif
  }
}

/// A value that is accessed only under its lock.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is accessed only under the lock. For the word, see `Lock`.
  private let word: LockWord
  @exclusivity(unchecked) private var value: Value
  #if DEBUG
    private let rank: LockRank
  #endif

  package init(_ value: Value, _ rank: LockRank = .leaf) {
    #if DEBUG
      self.rank = rank
    #endif
    self.value = value
    word = .make()
  }

  deinit {
    word.deallocate()
  }

  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    #if DEBUG
      return word.withLock(rank) { body(&value) }
    #else
      return word.withLock(.leaf) { body(&value) }
    #endif
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
