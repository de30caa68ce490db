// Factory, MIT licence; see LICENSE
//
// Modifiers that limit how long an unused instance stays cached.
public import FactoryCore

extension FactoryModifying {
  /// Evicts a cached instance that has not been resolved for `seconds`. Each hit restarts the time.
  ///
  /// The time is measured with ``ContainerManager/clock``. An expired instance is evicted by the
  /// next resolution, not by a timer. With `scopeOnParameters`, resolutions with new parameters also
  /// evict the expired instances of others, from time to time. A negative value counts as zero. The
  /// unique and graph scopes ignore the time to live. See <doc:Scopes>.
  ///
  /// ```swift
  /// extension Container {
  ///   var session: Factory<Session> { self { Session() }.cached.timeToLive(300) }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func timeToLive(_ seconds: Double) -> Self {
    _definition.change(.timeToLive(FactoryDefinition.nanoseconds(seconds)), Self._types)
    return recording(FACTORY_HAS_TIME_TO_LIVE)
  }

  /// Evicts a cached instance that has not been resolved for `duration`. See
  /// ``timeToLive(_:)-(Double)``.
  // Disfavored for the compiler's message only: no argument fits both functions. For one that fits
  // neither, as in `self { … }.timeToLive("x")`, it fails to produce a message if both are as
  // likely.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient @_disfavoredOverload @discardableResult
  public func timeToLive(_ duration: Duration) -> Self {
    _definition.change(.timeToLive(FactoryDefinition.nanoseconds(duration)), Self._types)
    return recording(FACTORY_HAS_TIME_TO_LIVE)
  }
}

extension FactoryDefinition {
  /// Whole nanoseconds: zero for negative values and NaN, and at most 285 years.
  @usableFromInline
  package static func nanoseconds(_ seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1_000_000_000
    if nanoseconds >= 9.0e18 { return 9_000_000_000_000_000_000 }
    return nanoseconds > 0 ? UInt64(nanoseconds) : 0
  }

  /// Whole nanoseconds: zero for negative values.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient
  package static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    return nanoseconds(Double(seconds)) &+ UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}
