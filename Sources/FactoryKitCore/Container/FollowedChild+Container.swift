// Factory, MIT licence; see LICENSE
//
// The container that injection follows. See `InjectionSource`.
internal import FactoryCore

extension FollowedChild {
  /// The type of the container; nil if it is unknown.
  var type: Any.Type? {
    core.valuesRetainContainer ? retainedContainer.map { Swift.type(of: $0) } : Container.self
  }

  /// The container; nil if it is gone.
  var container: AnyObject? {
    // A `Container` has no state of its own, so another one can take its place.
    retainedContainer ?? core.container
      ?? manager.map { Container($0.object(ContainerManager.self)) }
  }

  /// A reference to the container, for property wrappers.
  var reference: ChildReference {
    retainedContainer.map { ChildReference(to: $0) } ?? core.reference
  }

  /// Identifies the shared container of the child's type, only to be compared.
  var currentShared: UnsafeRawPointer? {
    guard core.valuesRetainContainer else { return Container.boundShared }
    let type = type as? any SharedContainer.Type
    return type.map { UnsafeRawPointer(unowned: $0.shared) }
  }

  /// What a level records that begins now: the shared container of the child's type, or for a container without a parent the
  /// shared `Container`.
  static func currentShared(at level: InjectionLevel) -> UnsafeRawPointer? {
    guard let child = FollowedChild(level) else { return Container.boundShared }
    return child.currentShared
  }

  /// Whether the level of a container without a parent began when another `Container` was the shared one.
  static func isOtherShared(_ level: InjectionLevel, _ type: Any.Type) -> Bool {
    // Without children, nothing was recorded, and there was no task.
    type == Container.self && level.pointee.task != nil
      && level.pointee.shared != Container.boundShared
  }
}
