// Factory, MIT licence; see LICENSE
//
// Where code injects from that a child's resolution calls. See `InjectionSource`.
internal import FactoryCore

extension ContainerManager {
  /// Where code injects from that is part of a resolution with this manager of a factory value.
  /// - Parameters:
  ///   - type: the type of the container to inject from.
  ///   - sharedBefore: the value of `currentShared` when the resolution called user code.
  ///   - isForParent: whether the parent or the process caches the instance. Only evaluated for a child of another type.
  package func source(
    _ type: Any.Type, _ sharedBefore: UnsafeRawPointer?, isForParent: () -> Bool
  ) -> InjectionSource {
    guard parent != nil else { return .shared }
    guard childType == type else { return isForParent() ? .shared : .undecided }
    if sharedBefore != currentShared { return .shared }
    // A `Container` has no state of its own, so another one can take its place.
    return .child(lease?.container as AnyObject? ?? core.container ?? Container(self))
  }

  /// The type of a child.
  var childType: AnyObject.Type {
    lease.map { Swift.type(of: $0.container as AnyObject) } ?? Container.self
  }

  /// Identifies the shared container of a child's type, only to be compared.
  package var currentShared: UnsafeRawPointer? {
    guard let lease else { return Container.boundShared }
    let type = Swift.type(of: lease.container) as? any SharedContainer.Type
    return type.map { UnsafeRawPointer(unowned: $0.shared) }
  }
}
