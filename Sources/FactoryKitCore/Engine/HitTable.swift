// Factory, MIT licence; see LICENSE
//
// What a store publishes for lookups, which read it without the lock.
internal import FactoryCore

enum HitTable {
  /// Whether lookups always use the store: for the tests, which pass without the hit table as well.
  static let isOff = factory_environment("FACTORY_NO_HIT_TABLE") != nil
}

extension ContainerCore {
  /// Whether instances are published.
  var hasHitTable: Bool { factory_core_flags(self) & UInt32(FACTORY_NO_HITS) == 0 }
}

extension StoreState {
  /// Has lookups use the store until the next search. The scope of the settings stays visible.
  mutating func withdraw(_ node: Node) {
    let scope = settings(node).values.scope.value
    factory_node_set_lookup(node, scope?.address, UInt(FACTORY_READ_SETTINGS))
    if core.parent == nil { factory_node_set_family(node, 0) }
    if node.publishesClosure { publish(nil, node) }
  }

  /// Has lookups do what follows from the settings. Called when a search has used them.
  mutating func publishLookup(_ node: Node, _ store: Store) {
    guard settings.isAutoRegistered, core.hasHitTable else { return }
    let settings = settings(node)
    let scope = settings.values.scope.value ?? core.defaultScope
    // The next search has looked it up.
    if let scope, scope.isOfProcess, node.singleton == nil { return }
    var action = settings.lookup(scope)
    if core.parent != nil { action = ownersAction(action, node, settings, scope, store) }
    factory_node_set_lookup(node, settings.values.scope.value?.address, UInt(action))
    if core.parent == nil { factory_node_set_family(node, 1) }
    if action == Int(FACTORY_USE_OWN), case .nobody = scope?.keeper ?? .nobody,
      let closure = settings.values.registration
    {
      // Aligned to at least eight bytes.
      let tag = Int(FACTORY_HOLDS_WEAKLY | FACTORY_REPLACES_CLOSURE)
      publish(UnsafeMutableRawPointer(unowned: closure) + tag, node)
    }
  }

  /// Whether lookups are told what to do.
  func isPublished(_ node: Node) -> Bool {
    core.parent == nil
      ? factory_node_family(node) != 0 : factory_node_action(node) != FACTORY_READ_SETTINGS
  }

  /// Publishes the only instance that is cached now. If nobody keeps instances, a closure may be published, which only a change
  /// of the settings withdraws.
  mutating func publishInstance(_ node: Node) {
    guard case .cached(let box) = node.entry.pointee.slot.phase else {
      if !node.publishesClosure { publish(nil, node) }
      return
    }
    if !core.hasHitTable { return }
    publish(
      UnsafeMutableRawPointer(unowned: box) + (box.isWeak ? Int(FACTORY_HOLDS_WEAKLY) : 0), node)
  }

  /// The published address owns a reference, which is released when no reader protects the object any more.
  private mutating func publish(_ new: UnsafeMutableRawPointer?, _ node: Node) {
    let published = factory_node_published(node)
    if factory_pointer_load(published) == new { return }
    // See `Retirement.releaseNow`.
    if let new { _ = Unmanaged<AnyObject>.fromOpaque(new.withoutTag).retain() }
    if let old = factory_publish(published, new) { garbage.add(retired: old) }
  }
}

extension Node {
  fileprivate var publishesClosure: Bool {
    UInt(bitPattern: factory_pointer_load(factory_node_published(self)))
      & UInt(FACTORY_REPLACES_CLOSURE) != 0
  }

  /// The node of the parent that is this many containers outside.
  func ancestor(_ count: UInt32) -> Node {
    var node = self
    for _ in 0..<count { node = node.pointee.parent! }
    return node
  }

  private var outermost: Node {
    var node = self
    while let parent = node.pointee.parent { node = parent }
    return node
  }

  /// The factory's node among the process's singletons, if it has been looked up. It is stored in the node of the outermost
  /// parent, for all its children.
  var singleton: Node? { factory_node_target(outermost) }

  func setSingleton(_ singleton: Node) { factory_node_set_target(outermost, singleton) }
}
