// Factory, MIT licence; see LICENSE
//
// References that a change removes under a lock, to be released after the lock.
internal import FactoryCore

/// References to release after a lock, because releasing an instance or a closure may run a
/// `deinit`, which is user code. Most changes remove one plan and one instance, which need no
/// allocation here.
struct Garbage: ~Copyable {
  private var first: AnyObject?
  private var second: AnyObject?
  private var retired: RetiredObject?
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

  mutating func add(retired object: RetiredObject) {
    if retired == nil {
      retired = object
    } else {
      others.retired.append(object)
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
      for object in more.retired { Retirement.release(object) }
    }
  }
}

private final class MoreGarbage {
  var objects: [AnyObject] = []
  var retired: [RetiredObject] = []
}
