// Factory, MIT licence; see LICENSE
//
// From which container property wrappers and `dependency` inject.
public import FactoryCore

/// From which container of its type a property wrapper or `dependency` injects.
///
/// An implementation detail that is public only because `FunctionInjecting` names it.
@frozen
// Sendable: the object is a `ChildReference`.
public enum FactoryInjection: @unchecked Sendable {
  /// The child that builds the instance of which the calling code is a part, or else the shared container.
  case now
  /// The shared container: for a wrapper that injects later, and was not created while a child built an instance.
  case shared
  /// A child that built the instance to which the wrapper belongs, as a `ChildReference`. If it is gone, the shared
  /// container.
  case remembered(AnyObject)

  /// How a wrapper injects later that is created now.
  /// - Parameter type: the type of the container.
  @_alwaysEmitIntoClient @inline(__always)
  package static func remembered(_ type: Any.Type) -> FactoryInjection {
    factory_children_exist() ? remembering(type) : .shared
  }

  @usableFromInline @inline(never)
  static func remembering(_ type: Any.Type) -> FactoryInjection {
    guard let child = InjectionSource(type, isKeeping: true).keptChild else { return .shared }
    if let leased = child.leased { return .remembered(ChildReference(to: leased)) }
    return child.core.reference.map { .remembered($0) } ?? .shared
  }

  /// How a function injects that is created now; nil if it uses this container.
  @usableFromInline @inline(never)
  package static func ofFunction<C: SharedContainer>(in container: C) -> FactoryInjection? {
    guard factory_children_exist(), container.manager.parent != nil,
      let followed = InjectionSource(C.self, isKeeping: false).child,
      followed.withoutLease === container.manager
    else { return nil }
    return remembering(C.self)
  }

  /// The child to inject from; nil for the shared container.
  /// - Parameter type: the type of the container.
  @inline(never)
  fileprivate func child(_ type: Any.Type) -> AnyObject? {
    switch self {
    case .now: InjectionSource(type, isKeeping: false).child?.containerToInject
    case .shared: nil
    case .remembered(let reference): assumedObject(reference, ChildReference.self).container
    }
  }
}

extension SharedContainer {
  /// The container to inject from.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Self {
    // A child has the type for which it was searched.
    if factory_children_exist(), let child = injection.child(self) {
      return unsafeDowncast(child, to: Self.self)
    }
    return shared
  }

  /// The container that a property keeps which is initialised now.
  @usableFromInline @inline(never)
  package static func injectedToKeep() -> Self {
    // A child has the type for which it was searched.
    if factory_children_exist(), let child = InjectionSource(self, isKeeping: true).keptChild {
      return unsafeDowncast(child.containerToInject, to: Self.self)
    }
    return shared
  }
}

extension Container {
  /// The same as for other types, not generic.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Container {
    // A child has the type for which it was searched.
    if factory_children_exist(), let child = injection.child(self) {
      return unsafeDowncast(child, to: Container.self)
    }
    return shared
  }
}
