// Factory, MIT licence; see LICENSE
//
// From which container property wrappers and `dependency` inject: see `Owners`.
internal import FactoryCore

/// From which container of its type a property wrapper or `dependency` injects.
///
/// An implementation detail that is public only because `FunctionInjecting` names it.
@frozen
// Sendable: the objects are a container and a `WrapperOwner`, which are.
public enum FactoryInjection: @unchecked Sendable {
  /// The innermost owner that is a child of this type, or else the shared container.
  case now
  /// The shared container.
  case shared
  /// A child.
  case child(AnyObject)
  /// That of a `WrapperOwner`; if it is gone, the shared container.
  case remembered(AnyObject)

  init(_ injection: Owners.Injection) {
    if case .child(let manager) = injection, let container = manager.containerToInject {
      self = .child(container)
    } else {
      self = .shared
    }
  }

  /// How a function injects that is created now; nil if it uses this container.
  /// - Parameters:
  ///   - injection: how the wrapper injects that creates the function.
  ///   - type: the type of the container.
  @usableFromInline @inline(never)
  package static func ofFunction(
    _ injection: FactoryInjection, _ type: Any.Type, _ manager: ContainerManager
  ) -> FactoryInjection? {
    guard factory_children_exist(), manager.parent != nil else { return nil }
    // It must not retain the child that the wrapper does not retain.
    if case .remembered = injection { return injection }
    return WrapperOwner(Owners.injection(type)).map { .remembered($0) }
  }

  /// The container to inject from, if there are child containers.
  @inline(never)
  fileprivate func container<C: SharedContainer>(_: C.Type) -> C {
    var injection = self
    if case .now = injection { injection = FactoryInjection(Owners.injection(C.self)) }
    switch injection {
    case .now, .shared:
      return C.shared
    case .child(let container):
      // A child has the type for which it was searched, now or when the wrapper was created.
      return unsafeDowncast(container, to: C.self)
    case .remembered(let owner):
      return assumedObject(owner, WrapperOwner.self).container(C.self)
    }
  }
}

/// The owner that a wrapper remembers of the construction in which it was created. It does not retain a child.
@usableFromInline
// Sendable: immutable; a `ChildReference` is.
package final class WrapperOwner: @unchecked Sendable {
  /// Nil for a container without a parent.
  private let child: ChildReference?

  /// Nil if the wrapper uses the shared container.
  init?(_ injection: Owners.Injection) {
    switch injection {
    case .shared: return nil
    case .root: child = nil
    case .child(let manager):
      guard let reference = manager.reference else { return nil }
      child = reference
    }
  }

  /// The owner that a wrapper remembers which is created now.
  @inline(__always)
  static func current(_ type: Any.Type) -> WrapperOwner? {
    factory_may_be_owned() ? found(type) : nil
  }

  @inline(never)
  private static func found(_ type: Any.Type) -> WrapperOwner? {
    WrapperOwner(Owners.injection(type))
  }

  /// The container to inject from.
  fileprivate func container<C: SharedContainer>(_: C.Type) -> C {
    guard let child else {
      let shared = C.shared
      return shared.manager.outermostContainer as? C ?? shared
    }
    // A child has the type for which it was searched.
    if let container = child.container { return unsafeDowncast(container, to: C.self) }
    // A temporary child, of which only the storage exists while it builds an instance.
    if case .child(let manager) = Owners.injection(C.self), child.refers(to: manager.core),
      let container = manager.containerToInject
    {
      // The owner that was found is a child of this type.
      return unsafeDowncast(container, to: C.self)
    }
    return C.shared
  }

  /// The frame of a read of the wrapper, whose factory was read from this container; nil if the owner is gone.
  func frame(_ manager: ContainerManager) -> TaskFrame? {
    guard factory_children_exist() else { return nil }
    let isOwner = child.map { $0.refers(to: manager) } ?? (manager.core.parent == nil)
    return isOwner ? TaskFrame(keptBy: manager) : nil
  }
}

extension SharedContainer {
  /// The container to inject from.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Self {
    factory_children_exist() ? injection.container(self) : shared
  }

  /// The container that a property keeps which is initialised now.
  @usableFromInline @inline(never)
  package static func injectedForLater() -> Self { injected(elseFrom: shared) }

  /// The innermost owner that is a child of this type, or else this container, as it acts.
  @usableFromInline @inline(never)
  package static func injected(elseFrom shared: Self) -> Self {
    guard factory_children_exist() else { return shared }
    if case .child(let manager) = Owners.injection(Self.self),
      let container = manager.containerToInject as? Self
    {
      return container
    }
    let acting = Owners.acting(shared.manager).manager
    if acting.core == shared.manager.core { return shared }
    return acting.containerToInject as? Self ?? shared.manager.outermostContainer as? Self ?? shared
  }
}

extension Container {
  /// The same as for other types, not generic.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Container {
    factory_children_exist() ? injection.container(Container.self) : shared
  }
}

extension ContainerManager {
  /// The container as which this one acts now.
  package var actingNow: ContainerManager {
    factory_children_exist() ? Owners.acting(self).manager : self
  }

  /// The same as for a resolution of this factory.
  func acting(for declaration: FactoryDeclaration, _ types: FactoryTypes) -> ContainerManager {
    if !factory_children_exist() { return self }
    return withFrame(declaration, types) { Owners.acting(self, for: $0).manager }
  }
}
