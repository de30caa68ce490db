// Factory, MIT licence; see LICENSE
//
// The child that a manager of a factory value belongs to. See `InjectionSource`.
internal import FactoryCore

extension ContainerManager {
  /// The type of a child.
  var childType: AnyObject.Type {
    leased.map { Swift.type(of: $0 as AnyObject) } ?? Container.self
  }

  /// The child.
  var containerToInject: AnyObject {
    // A `Container` has no state of its own, so another one can take its place.
    leased as AnyObject? ?? core.container ?? Container(self)
  }

  /// This manager, if it is that of a child, and the container is known and still exists. The container of a child of
  /// another type than `Container` is known to the managers of its factory values only.
  var ifFollowed: ContainerManager? {
    leased != nil || parent != nil && core.container != nil ? self : nil
  }

  /// Whether this container is the other one or below it.
  func isOrHasParent(_ other: ContainerManager) -> Bool {
    core.depth >= other.core.depth && core.ancestor(at: other.core.depth) == other.core
  }

  /// Identifies the shared container of a child's type, only to be compared.
  package var currentShared: UnsafeRawPointer? {
    guard let leased else { return Container.boundShared }
    let type = Swift.type(of: leased as AnyObject) as? any SharedContainer.Type
    return type.map { UnsafeRawPointer(unowned: $0.shared) }
  }
}
