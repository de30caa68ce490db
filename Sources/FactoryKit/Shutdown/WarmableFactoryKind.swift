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

extension Factory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    // The container may be used from any thread, and the instance is not passed on.
    nonisolated(unsafe) let factory = self
    return WarmUpStep(_definition, Self._types) {
      _ = factory.resolve()
    }
  }
}

extension FactoryGroup: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    // As for `Factory`.
    nonisolated(unsafe) let group = self
    return WarmUpStep(_definition, Self._types) {
      _ = group._injectable.resolve()
    }
  }
}

extension ThrowingFactory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    // As for `Factory`.
    nonisolated(unsafe) let factory = self
    return WarmUpStep(_definition, Self._types) {
      _ = try factory.resolve()
    }
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
