// Factory, MIT licence; see LICENSE
//
// From which container property wrappers and `dependency` inject.
internal import FactoryCore

/// From which container of its type a property wrapper or `dependency` injects.
///
/// An implementation detail that is public only because `FunctionInjecting` names it.
@frozen
// Sendable: the objects are a container and a `ChildReference`.
public enum FactoryInjection: @unchecked Sendable {
  /// The child that builds the instance of which the calling code is a part, or else the shared container.
  case now
  /// The shared container: for a wrapper that injects later, and was not created while a child built an instance.
  case shared
  /// A child.
  case child(AnyObject)
  /// A child that built the instance to which the wrapper belongs, as a `ChildReference`. If it is gone, the shared
  /// container.
  case remembered(AnyObject)

  /// How a wrapper injects later that is created now, if there are child containers.
  /// - Parameter type: the type of the container.
  @inline(never)
  static func later(_ type: Any.Type) -> FactoryInjection {
    FactoryInjection(remembering: InjectionSource(type, isForLater: true).childForLater)
  }

  private init(remembering child: FollowedChild?) {
    self = child?.reference.map { .remembered($0) } ?? .shared
  }

  /// How a wrapper injects that is created now, and how it injects later.
  @inline(never)
  static func nowAndLater(_ type: Any.Type) -> (now: FactoryInjection, later: FactoryInjection) {
    let source = InjectionSource(type, isForLater: true)
    let now = source.childForNow?.container.map { FactoryInjection.child($0) }
    return (now ?? .shared, FactoryInjection(remembering: source.childForLater))
  }

  /// How a function injects that is created now; nil if it uses this container.
  @usableFromInline @inline(never)
  package static func ofFunction(_ type: Any.Type, _ manager: ContainerManager) -> FactoryInjection? {
    guard factory_children_exist(), manager.parent != nil else { return nil }
    let source = InjectionSource(type, isForLater: true)
    return source.childForNow?.core == manager.core
      ? FactoryInjection(remembering: source.childForLater) : nil
  }

  /// The child to inject from; nil for the shared container.
  /// - Parameter type: the type of the container.
  @inline(never)
  fileprivate func child(_ type: Any.Type) -> AnyObject? {
    switch self {
    case .now: InjectionSource(type, isForLater: false).childForNow?.container
    case .shared: nil
    case .child(let container): container
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
  package static func injectedForLater() -> Self {
    // A child has the type for which it was searched.
    if factory_children_exist(),
      let child = InjectionSource(self, isForLater: true).childForLater?.container
    {
      return unsafeDowncast(child, to: Self.self)
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
