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

  /// The storage of the shared `Container`, if that is a child. Valid while it is the shared one.
  static var sharedCore: ContainerCore? { Container.boundChild }

  /// Whether it is known which container of this type is the shared one, without its `shared` property.
  static func isSharedKnown(_ type: Any.Type) -> Bool { type == Container.self }

  /// What a level records that begins now: the shared container of the child's type, or for a container without a parent the
  /// shared `Container`.
  static func currentShared(at level: InjectionLevel) -> UnsafeRawPointer? {
    guard let child = FollowedChild(level) else { return Container.boundShared }
    return child.currentShared
  }

  /// Whether the level of a container without a parent began when another `Container` was the shared one.
  static func isOtherShared(_ level: InjectionLevel, _ type: Any.Type) -> Bool {
    if type != Container.self { return false }
    // If nothing was recorded, there were no children when the level began.
    if level.pointee.task == nil { return Container.boundChild != nil }
    return level.pointee.shared != Container.boundShared
  }
}
