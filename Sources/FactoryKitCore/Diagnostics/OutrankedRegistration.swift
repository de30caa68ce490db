// Factory, MIT licence; see LICENSE
//
// In debug builds, logs that a registration has no effect because of a context.
#if DEBUG
  enum OutrankedRegistration {
    private static let reported = Locked<Set<String>>([])

    /// Logs the first such registration of each factory in the process. Called with no lock held.
    static func report(_ factory: String, by context: String) {
      let message = Message.outranked(factory, by: context)
      if reported.withLock({ $0.insert(message).inserted }) { Log.write(message) }
    }
  }
#endif
