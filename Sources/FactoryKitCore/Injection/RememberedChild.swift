// Factory, MIT licence; see LICENSE
//
// The children that property wrappers remember, without keeping them alive.

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
