// Factory, MIT licence; see LICENSE
//
// From which container property wrappers and `dependency` inject.
public import FactoryCore

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
  /// A child that built the instance to which the wrapper belongs, as a `ChildReference`. If it is gone, the shared
  /// container.
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
    case .remembered(let reference): assumedObject(reference, ChildReference.self).container
    }
  }
}

extension FactoryInjection {
  /// How a wrapper injects later that is created now.
  /// - Parameter type: the type of the container.
  @_alwaysEmitIntoClient @inline(__always)
  package static func remembered(_ type: any SharedContainer.Type) -> FactoryInjection {
    factory_children_exist() ? remembering(type) : .shared
  }

  @usableFromInline @inline(never)
  static func remembering(_ type: any SharedContainer.Type) -> FactoryInjection {
    guard let child = InjectionSource.childToKeep(type) else { return .shared }
    return reference(to: child, type == Container.self).map { .remembered($0) } ?? .shared
  }

  /// The same, for a wrapper that has injected just now.
  /// - Parameter manager: that of the factory value, of a child.
  @inline(never)
  static func remembered(by manager: ContainerManager) -> FactoryInjection {
    guard InjectionSource.keepsInjecting(from: manager) else { return .shared }
    let reference =
      manager.lease.map { ChildReference(to: $0.container) } ?? manager.core.reference
    return reference.map { .remembered($0) } ?? .shared
  }

  private static func reference(to child: AnyObject, _ isContainer: Bool) -> ChildReference? {
    // The type was compared.
    isContainer
      ? unsafeDowncast(child, to: Container.self).manager.core.reference
      : ChildReference(to: child)
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
