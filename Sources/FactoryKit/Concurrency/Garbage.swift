// Factory, MIT licence; see LICENSE
//
// What a change removes under a lock, to be released after it.
internal import FactoryCore

/// References to release after a lock. Releasing an instance or a closure may run a `deinit`, which
/// is user code. Most changes remove a plan and an instance, which fit without an allocation.
struct Garbage: ~Copyable {
  private var first: AnyObject?
  private var second: AnyObject?
  /// What a cell has stopped publishing: readers may be using it.
  private var retired: UnsafeMutableRawPointer?
  private var more: MoreGarbage?

  init() {}

  mutating func add(_ object: consuming AnyObject) {
    if first == nil {
      first = object
    } else if second == nil {
      second = object
    } else {
      others.objects.append(object)
    }
  }

  /// Adds what a cell published. The published address owns a reference.
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
