// Factory, MIT licence; see LICENSE
//
// What a factory's definition sets holds wherever the instance is built, also if the property was read in another
// container. The definition has applied its modifiers there.
internal import FactoryCore

extension ContainerManager {
  /// What the factory's definition has set in this container, for a container with this depth that builds the instance. Nil if
  /// it is nothing. The scope is included only if it is overridden here, so that the factory value has another one.
  func definitionSettings(_ frame: Frame, forDepth depth: UInt32) -> Settings? {
    guard let node = store.existingNode(frame.key),
      // Read without the lock, which requests would share.
      !factory_node_is_simple(node)
    else { return nil }
    return store.withState { $0.own(node) }.ofDefinition(frame.pointee.flags, depth: depth)
  }
}
