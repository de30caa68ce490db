// Factory, MIT licence; see LICENSE
//
// References to child containers that do not keep them alive. A weak reference would make retaining and releasing the
// container slower, and cost as much as creating a child.
internal import FactoryCore

extension ContainerCore {
  /// Called by the `deinit` of a child.
  func forgetContainer(_ container: Container) {
    withState { state in
      // Another object may have taken its place while it was deallocated.
      guard state.container?.toOpaque() == Unmanaged.passUnretained(container).toOpaque() else { return }
      state.container = nil
      state.reference?.forget()
    }
  }

  /// The container of a child that is a `Container`; nil if it is gone.
  var container: Container? { withState { $0.container.flatMap(retained) } }

  /// A reference to the child's container, for property wrappers; nil if it is gone.
  var reference: ChildReference? {
    withState { state in
      if let reference = state.reference { return reference }
      guard let container = state.container else { return nil }
      let reference = ChildReference(container)
      state.reference = reference
      return reference
    }
  }
}

/// Retains a container that may be about to be deallocated; nil if it is. The caller holds a lock that the `deinit` of
/// the container takes, so its memory is valid.
private func retained(_ container: Unmanaged<Container>) -> Container? {
  factory_try_retain(container.toOpaque()) == nil ? nil : container.takeRetainedValue()
}

/// A child container that property wrappers remember.
final class ChildReference: Sendable {
  private let state: Locked<Unmanaged<Container>?>

  fileprivate init(_ container: Unmanaged<Container>) {
    state = Locked(container)
  }

  fileprivate func forget() { state.withLock { $0 = nil } }

  /// Nil if the container is gone.
  var container: Container? { state.withLock { $0.flatMap(retained) } }
}

/// What a property wrapper injects from that was created while a child built an instance; nil if that is gone.
typealias RememberedChild = () -> AnyObject?

extension InjectionSource {
  /// The child that builds the instance of which the calling code is a part, for a property wrapper.
  /// - Parameter type: the type of the container.
  static func remembered(_ type: any SharedContainer.Type) -> RememberedChild? {
    guard let child = childToKeep(type) else { return nil }
    if type == Container.self {
      // The type was compared.
      let container = unsafeDowncast(child, to: Container.self)
      guard let reference = container.manager.core.reference else { return nil }
      return { reference.container }
    }
    return { [weak child] in child }
  }

  /// The same, for a wrapper that has injected from a child with this manager of a factory value.
  static func remembered(of manager: ContainerManager) -> RememberedChild? {
    guard let lease = manager.lease else { return remembered(Container.self) }
    let type = Swift.type(of: lease.container as AnyObject) as? any SharedContainer.Type
    return type.flatMap { remembered($0) }
  }
}
