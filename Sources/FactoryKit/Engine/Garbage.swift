// Factory, MIT licence; see LICENSE
//
// What a change under a lock takes out, carried out of the lock to be let go.

/// References to let go after a lock. Letting go of an instance or a closure may run a `deinit`,
/// which is user code. Two fit without an allocation.
struct Garbage {
  private var first: AnyObject?
  private var second: AnyObject?
  private var others: [AnyObject] = []
  /// Whether somebody may be reading one of them by announcement.
  var mayBeAnnounced = false

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
}
