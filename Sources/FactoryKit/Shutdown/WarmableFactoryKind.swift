// Factory, MIT licence; see LICENSE
//
// The kinds of factories that `warmUp` resolves.
public import FactoryKitCore

/// A factory of any kind without a parameter: ``Factory``, ``ThrowingFactory``, ``AsyncFactory``,
/// ``MainActorFactory`` or ``FactoryGroup``. See ``ManagedContainer/warmUp(_:)``.
public protocol WarmableFactoryKind: FactoryKind where Parameter == Void {
  /// An implementation detail of the library: resolves the factory.
  var _warmUp: WarmUpStep { get }
}

extension Factory: WarmableFactoryKind {}
extension FactoryGroup: WarmableFactoryKind {}
extension ThrowingFactory: WarmableFactoryKind {}

extension SynchronousFactoryKind where Parameter == Void {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    // The container may be used from any thread, and the instance is not passed on.
    nonisolated(unsafe) let resolve = { _ = try self._resolve(()) }
    return WarmUpStep(_definition, Self._types) { try resolve() }
  }
}

extension AsyncFactory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    WarmUpStep(_definition, Self._types) {
      _ = try await resolveInLibrary(isolation: nil)
    }
  }
}

extension MainActorFactory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    WarmUpStep(_definition, Self._types) { @MainActor in
      _ = resolve()
    }
  }
}
