// Factory, MIT licence; see LICENSE
//
// Which factories of a strict test's container are reported because they call their own closure.
// FactoryTesting creates it, and `ContainerState` refers to it.
internal import FactoryCore

/// Reports the factories of one container that call their own closure, each of them once.
///
/// May be used from any thread. No lock is held during a report.
package final class Strictness: Sendable {
  private let report: @Sendable (String) -> Void
  private let state = Locked<State>(([FactoryIdentity: Int](), [], false))
  private let passedOver = Locked<[Pair]>([])
  package typealias Pair = (kept: FactoryIdentity, other: FactoryIdentity)
  private static let allowed = -1

  /// `known` has, for each factory that was reported, an index into `messages`, and for each that is
  /// allowed, `allowed`. `messages` is what `begin` reports; they are empty for factories that it does not
  /// report.
  private typealias State = (known: [FactoryIdentity: Int], messages: [String], hasBegun: Bool)

  /// - Parameter report: called with a message for each factory. Not called before ``begin()``,
  ///   which makes the first calls; later ones are on the thread that resolves.
  package init(_ report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  func allow(_ factory: FactoryIdentity) {
    state.withLock { state in
      if let index = state.known[factory], index != Self.allowed { state.messages[index] = "" }
      state.known[factory] = Self.allowed
    }
  }

  /// Begins to report. Called when all allowed factories are known. Reading their key paths may run
  /// `autoRegister`, which may resolve other factories: their messages were collected, and are
  /// reported now.
  package func begin() {
    let collected = state.withLock { state in
      state.hasBegun = true
      return state.messages
    }
    for message in collected where !message.isEmpty { report(message) }
  }

  /// Whether a factory was reported.
  @inline(never)
  func isReported(_ factory: FactoryIdentity) -> Bool {
    state.withLock { $0.known[factory].map { $0 != Self.allowed } ?? false }
  }

  /// Reports a registration that is passed over, once for each pair of factories.
  @inline(never)
  func passOver(_ pair: Pair, _ message: () -> String) {
    let isNew = passedOver.withLock { pairs in
      if pairs.contains(where: { $0 == pair }) { return false }
      pairs.append(pair)
      return true
    }
    if isNew { report(message()) }
  }

  /// Reports a factory, unless it is allowed or was reported before. Returns whether it was reported,
  /// now or before.
  @inline(never)
  func record(_ factory: FactoryIdentity, _ message: () -> String) -> Bool {
    if let index = state.withLock({ $0.known[factory] }) { return index != Self.allowed }
    let message = message()
    let isDue = state.withLock { state in
      // Another thread may have reported it meanwhile.
      if state.known[factory] != nil { return false }
      state.known[factory] = state.messages.count
      state.messages.append(state.hasBegun ? "" : message)
      return state.hasBegun
    }
    if isDue { report(message) }
    return isReported(factory)
  }
}
