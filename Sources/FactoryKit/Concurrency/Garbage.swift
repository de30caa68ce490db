// Factory, MIT licence; see LICENSE
//
// What a change removes under a lock, to be released after it.
import FactoryCore

/// References to release after a lock. Releasing an instance or a closure may run a `deinit`, which
/// is user code. Two references fit without an allocation.
struct Garbage: ~Copyable {
  private var first: AnyObject?
  private var second: AnyObject?
  private var others: [AnyObject] = []
  /// What cells have stopped publishing: readers may be using it.
  private var retired: UnsafeMutableRawPointer?
  private var otherRetired: [UnsafeMutableRawPointer] = []

  mutating func add(_ object: AnyObject?) {
    guard let object else { return }
    if first == nil {
      first = object
    } else if second == nil {
      second = object
    } else {
      others.append(object)
    }
  }

  /// Adds what a cell published. The published address owns a reference.
  mutating func add(retired address: UnsafeMutableRawPointer?) {
    guard let address else { return }
    if retired == nil {
      retired = address
    } else {
      otherRetired.append(address)
    }
  }

  /// Releases everything. Called with no lock held.
  consuming func release() {
    if let retired { Retirement.release(retired) }
    for address in otherRetired { Retirement.release(address) }
  }
}
