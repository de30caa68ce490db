// Factory, MIT licence; see LICENSE
//
// A value behind the one-word lock. For state that is not on the hit path.
import FactoryAtomics

/// A value that is only reached under its lock.
///
/// The body of `withLock` must not run user code. Destroying an instance is user code too (its
/// `deinit`), so whoever takes something out returns it and lets it go after the lock.
final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is touched only between lock and unlock of `word`. Both live in memory
  // allocated here and freed in `deinit`, when no other reference to `self` can exist.
  private let word: UnsafeMutablePointer<UInt32>
  private let value: UnsafeMutablePointer<Value>

  init(_ initial: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    word.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    factory_lock(word)
    defer { factory_unlock(word) }
    return body(&value.pointee)
  }
}
