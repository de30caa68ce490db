// Factory, MIT licence; see LICENSE
//
// The modifiers that limit how long an unused instance stays cached.

extension FactoryModifying {
  /// Evicts a cached instance that was not asked for during `seconds`. Each hit counts as asking.
  ///
  /// Measured by ``ContainerManager/clock``. An instance is evicted when it is next asked for, not by
  /// a timer.
  ///
  /// ```swift
  /// extension Container {
  ///   var session: Factory<Session> { self { Session() }.cached.timeToLive(300) }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public consuming func timeToLive(_ seconds: Double) -> Self {
    _definition.change(.timeToLive(FactoryDefinition.nanoseconds(seconds)), Self._types)
    return self
  }

  /// The same with a `Duration`.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient @discardableResult
  public consuming func timeToLive(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    let nanoseconds =
      FactoryDefinition.nanoseconds(Double(seconds))
      &+ UInt64(max(0, attoseconds) / 1_000_000_000)
    _definition.change(.timeToLive(nanoseconds), Self._types)
    return self
  }
}

extension FactoryDefinition {
  /// Whole nanoseconds: zero for what is negative or not a number, and at most 285 years.
  @usableFromInline
  static func nanoseconds(_ seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1_000_000_000
    if nanoseconds >= 9.0e18 { return 9_000_000_000_000_000_000 }
    return nanoseconds > 0 ? UInt64(nanoseconds) : 0
  }
}
