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
  private var allowed: [factory_key] = []
  private var reported: [factory_key] = []
  /// The reports from before `begin`; nil after it.
  private var early: [(key: factory_key, message: String)]? = []

  /// - Parameter report: called with a message for each factory. Called after ``begin()`` only, on
  ///   the thread that resolves.
  package init(_ report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  func allow(_ key: factory_key) {
    lock.withLock { allowed.append(key) }
  }

  /// Begins to report, when all factories have been allowed that are to be. Reading one of these
  /// may run `autoRegister`, which may resolve others; what is to be reported then was collected.
  package func begin() {
    let messages = lock.withLock {
      let due = (early ?? []).filter { !Self.contains(allowed, $0.key) }
      early = nil
      return due.map(\.message)
    }
    for message in messages { report(message) }
  }

  /// Reports a factory, unless it is allowed or was reported before.
  func note(_ key: factory_key, _ message: () -> String) {
    let isDue = lock.withLock {
      if Self.contains(allowed, key) || Self.contains(reported, key) { return false }
      reported.append(key)
      return true
    }
    guard isDue else { return }
    let message = message()
    let isEarly = lock.withLock {
      early?.append((key, message))
      return early != nil
    }
    if !isEarly { report(message) }
  }

  private static func contains(_ keys: [factory_key], _ key: factory_key) -> Bool {
    keys.contains { factory_key_matches($0, key) }
  }
}
