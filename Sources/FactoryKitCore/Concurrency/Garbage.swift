// Factory, MIT licence; see LICENSE
//
// References that a change removes under a lock, to be released after the lock.

/// References to release after a lock, because releasing an instance or a closure may run a
/// `deinit`, which is user code. Most changes remove one settings object and one instance, which need no
/// allocation here.
package struct Garbage: ~Copyable {
  private var first: AnyObject?
  private var second: AnyObject?
  // A fifth field would make the compiler destroy these through functions of the runtime, which
  // makes every change slower.
  /// An address that a node no longer publishes. Readers may still use the object.
  private var retired: UnsafeMutableRawPointer?
  private var more: MoreGarbage?

  init() {}

  package mutating func add(_ object: consuming AnyObject) {
    if first == nil {
      first = object
    } else if second == nil {
      second = object
    } else {
      others.objects.append(object)
    }
  }

  /// Adds an address that a node has published, which owns a reference.
  mutating func add(retired address: UnsafeMutableRawPointer) {
    if retired == nil {
      retired = address
    } else {
      others.retired.append(address)
    }
  }

  /// Whether nothing was removed.
  var isEmpty: Bool { first == nil && retired == nil }

  private var others: MoreGarbage {
    mutating get {
      if let more { return more }
      let new = MoreGarbage()
      more = new
      return new
    }
  }

  /// Releases everything. Called with no lock held.
  @inline(never)
  consuming func release() {
    if !isEmpty { LockOrder.requireNone() }
    if let retired { Retirement.release(retired) }
    if let more {
      for address in more.retired { Retirement.release(address) }
    }
  }
}

private final class MoreGarbage {
  var objects: [AnyObject] = []
  var retired: [UnsafeMutableRawPointer] = []
}
