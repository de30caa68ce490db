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
  /// The shared container.
  case shared
  /// The shared container or, if that is a child, the outermost of its parents: for what a container without a parent or the
  /// process caches.
  case root
  /// A child.
  case child(AnyObject)
  /// A child that built the instance to which the wrapper belongs, as a `ChildReference`. If it is gone, the shared
  /// container.
  case remembered(AnyObject)

  /// A child is retained.
  fileprivate init(now target: InjectionTarget) {
    switch target {
    case .shared: self = .shared
    case .root: self = .root
    case .child(let child): self = child.container.map { .child($0) } ?? .shared
    }
  }

  /// A child is not retained.
  private init(later target: InjectionTarget) {
    switch target {
    case .shared: self = .shared
    case .root: self = .root
    case .child(let child): self = .remembered(child.reference)
    }
  }

  /// How a wrapper injects later that is created now.
  /// - Parameter type: the type of the container.
  @inline(never)
  static func later(_ type: Any.Type) -> FactoryInjection {
    FactoryInjection(later: InjectionSource(type).later)
  }

  /// How a wrapper injects that is created now, and how it injects later.
  @inline(never)
  static func nowAndLater(_ type: Any.Type) -> (now: FactoryInjection, later: FactoryInjection) {
    let source = InjectionSource(type)
    return (FactoryInjection(now: source.now), FactoryInjection(later: source.later))
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
    let source = InjectionSource(type)
    guard case .child(let child) = source.now, child.core == manager.core else { return nil }
    return FactoryInjection(later: source.later)
  }

  /// The child to inject from; nil for the shared container, or the outermost of its parents.
  @inline(never)
  private func child(_ type: Any.Type) -> (container: AnyObject?, isRoot: Bool) {
    switch self {
    case .now: return FactoryInjection(now: InjectionSource(type).now).child(type)
    case .shared: return (nil, false)
    case .root: return (nil, true)
    case .child(let container): return (container, false)
    case .remembered(let reference):
      let reference = assumedObject(reference, ChildReference.self)
      if let container = reference.container { return (container, false) }
      // A temporary child, of which only the storage exists while it builds an instance.
      guard case .child(let child) = InjectionSource(type).now, reference.refers(to: child.core)
      else { return (nil, false) }
      return (child.container, false)
    }
  }

  /// The container to inject from, if there are child containers.
  @inline(never)
  fileprivate func container<C: SharedContainer>(_: C.Type) -> C {
    let (child, isRoot) = child(C.self)
    // A child has the type for which it was searched, now or when the wrapper was created.
    if let child { return unsafeDowncast(child, to: C.self) }
    let shared = C.shared
    return isRoot ? shared.manager.outermostContainer as? C ?? shared : shared
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
  package static func injectedForLater() -> Self {
    factory_children_exist()
      ? FactoryInjection(now: InjectionSource(self).later).container(self) : shared
  }
}

extension Container {
  /// The same as for other types, not generic.
  @usableFromInline @inline(never)
  package static func injected(_ injection: FactoryInjection) -> Container {
    factory_children_exist() ? injection.container(Container.self) : shared
  }
}
