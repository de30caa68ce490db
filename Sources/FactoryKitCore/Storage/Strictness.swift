// Factory, MIT licence; see LICENSE
//
// Which factories of a strict test's container are reported because they call their own closure.
// FactoryTesting creates it, and `ContainerState` refers to it.
internal import FactoryCore

/// Reports the factories of one container that call their own closure, each of them once.
///
/// May be used from any thread. No lock is held during a report.
package final class Strictness: @unchecked Sendable {
  // Sendable: all mutable state is guarded by `lock`.
  private let lock = Lock()
  private let report: @Sendable (String) -> Void
  /// For each factory that was reported, an index into `messages`; for each that is allowed,
  /// `allowed`.
  private var known = [FactoryIdentity: Int]()
  /// What `begin` reports. Empty for factories that it does not report.
  private var messages: [String] = []
  private var hasBegun = false
  private static let allowed = -1

  /// - Parameter report: called with a message for each factory. Called after ``begin()`` only, on
  ///   the thread that resolves.
  package init(_ report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  func allow(_ factory: FactoryIdentity) {
    lock.withLock {
      if let index = known[factory], index != Self.allowed { messages[index] = "" }
      known[factory] = Self.allowed
    }
  }

  /// Begins to report. Called when all allowed factories are known. Reading their key paths may run
  /// `autoRegister`, which may resolve other factories: their messages were collected, and are
  /// reported now.
  package func begin() {
    let collected = lock.withLock {
      hasBegun = true
      return messages
    }
    for message in collected where !message.isEmpty { report(message) }
  }

  /// Whether a factory was reported.
  func isReported(_ factory: FactoryIdentity) -> Bool {
    lock.withLock { known[factory].map { $0 != Self.allowed } ?? false }
  }

  /// Reports a factory, unless it is allowed or was reported before. Returns whether it was reported,
  /// now or before.
  func note(_ factory: FactoryIdentity, _ message: () -> String) -> Bool {
    if let index = lock.withLock({ known[factory] }) { return index != Self.allowed }
    let message = message()
    let isDue = lock.withLock {
      // Another thread may have reported it meanwhile.
      if known[factory] != nil { return false }
      known[factory] = messages.count
      messages.append(hasBegun ? "" : message)
      return hasBegun
    }
    if isDue { report(message) }
    return isReported(factory)
  }
}
