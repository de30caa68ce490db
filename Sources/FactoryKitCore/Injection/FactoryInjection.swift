// Factory, MIT licence; see LICENSE
//
// From which container property wrappers and `dependency` inject.
internal import FactoryCore

/// From which container of its type a property wrapper or `dependency` injects.
///
/// An implementation detail that is public only because `FunctionInjecting` names it.
@frozen
public enum FactoryInjection {
  /// The child that builds the instance of which the calling code is a part, or else the shared container.
  case now
  /// The same, for what the instance keeps beyond its construction: see `InjectionSource.childToKeep`.
  case kept
  /// The shared container: for a wrapper that injects later, and was not created while a child built an instance.
  case shared
  /// The child that built the instance to which the wrapper belongs.
  case remembered(AnyObject)

  /// The same, for a function that the instance keeps.
  @_alwaysEmitIntoClient
  package var kept: FactoryInjection {
    if case .now = self { .kept } else { self }
  }

  /// The child to inject from; nil for the shared container.
  /// - Parameter type: the type of the container.
  @inline(never)
  fileprivate func child(_ type: any SharedContainer.Type) -> AnyObject? {
    switch self {
    case .now: InjectionSource.child(type)
    case .kept: InjectionSource.childToKeep(type)
    case .shared: nil
    case .remembered(let child): child
    }
  }
}

extension SharedContainer {
  /// The container to inject from.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Self {
    // Its type was compared.
    if factory_children_exist(), let child = injection.child(self) {
      return unsafeDowncast(child, to: Self.self)
    }
    return shared
  }
}

extension Container {
  /// The same, not generic.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Container {
    // Its type was compared.
    if factory_children_exist(), let child = injection.child(self) {
      return unsafeDowncast(child, to: Container.self)
    }
    return shared
  }
}
