// Factory, MIT licence; see LICENSE
//
// Logs that an instance is not cached, because its parameter is not equal to itself.
internal import FactoryCore

enum UnequalParameter {
  private static let reported = Locked<Set<FactoryIdentity>>([])

  /// Logs the first such resolution of each factory in the process. Called with no lock held.
  @inline(never)
  static func report(_ factory: FactoryIdentity, _ frame: Frame) {
    if reported.withLock({ $0.insert(factory).inserted }) {
      Log.write(Message.unequalParameter(frame.description))
    }
  }
}
