// Factory, MIT licence; see LICENSE
//
// Tells the members of groups that a call of `autoRegister` has added whether they count.

/// One call of `autoRegister`.
package final class AutoRegistrationRun: Sendable {
  private let state = Locked(false)

  /// Whether the container was reset, or `pop` was called on another thread, meanwhile. What it has added does not count.
  var isOutdated: Bool {
    @inline(never) get { state.withLock { $0 } }
  }

  @inline(never)
  func becomeOutdated() { state.withLock { $0 = true } }
}
