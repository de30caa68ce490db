// Factory, MIT licence; see LICENSE
//
// Which factories a message was logged about.

/// The factories that one message was logged about, for messages that are logged once for each factory in the process.
package final class ReportedFactories: Sendable {
  private let reported = Locked<Set<FactoryIdentity>>([])

  package init() {}

  /// Adds a factory. Returns whether it was not reported before.
  @inline(never)
  package func add(_ factory: FactoryIdentity) -> Bool {
    reported.withLock { $0.insert(factory).inserted }
  }
}
