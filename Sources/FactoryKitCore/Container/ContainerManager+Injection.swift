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

  /// The parent with this depth, if it is a child of the same type whose container still exists. Otherwise, the shared
  /// container is injected.
  func followed(at depth: UInt32) -> ContainerManager? {
    guard depth > 0, leased == nil else { return nil }
    let parent = ancestor(at: depth)
    return parent.core.container == nil ? nil : parent
  }

  /// Identifies the shared container of a child's type, only to be compared.
  package var currentShared: UnsafeRawPointer? {
    guard let leased else { return Container.boundShared }
    let type = Swift.type(of: leased as AnyObject) as? any SharedContainer.Type
    return type.map { UnsafeRawPointer(unowned: $0.shared) }
  }
}
