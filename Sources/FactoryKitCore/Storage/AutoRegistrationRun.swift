// Factory, MIT licence; see LICENSE
//
// Tells the members of groups that a call of `autoRegister` has added whether they count.

/// One call of `autoRegister`.
package final class AutoRegistrationRun: Sendable {
  private let state = Locked(false)

  /// Whether the container was reset meanwhile, so that the call is repeated: what it has added counts no more.
  var isOutdated: Bool {
    @inline(never) get { state.withLock { $0 } }
  }

  @inline(never)
  func becomeOutdated() { state.withLock { $0 = true } }
}
