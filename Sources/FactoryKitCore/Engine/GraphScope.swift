// Factory, MIT licence; see LICENSE
//
// The instances of the graph scope: in a thread's resolution cycle, which ends with the outermost resolution, and in a tree
// of asynchronous resolutions.
internal import FactoryCore

extension factory_graph_instance {
  fileprivate init(_ key: GraphKey, _ box: InstanceBox, _ parameter: ParameterKey?) {
    self.init(
      address: key.address, generation: key.generation, container: key.container,
      box: UnsafeMutableRawPointer(owning: box),
      parameter: parameter.map { UnsafeMutableRawPointer(owning: $0) })
  }

  /// The instance, if it has this key.
  fileprivate func instance(for key: GraphKey) -> InstanceBox? {
    guard let box, address == key.address, generation == key.generation, container == key.container
    else { return nil }
    // Retained by `init`.
    return box.object(InstanceBox.self)
  }

  fileprivate func release() {
    // Both were retained by `init`.
    box?.releaseObject()
    parameter?.releaseObject()
  }
}

private struct GraphInstance {
  let key: GraphKey
  let box: InstanceBox
  /// Retains the parameter, so that its address is not reused.
  let parameter: ParameterKey?
}

/// The state of a thread's resolution cycle, except the first graph instance, which is stored in
/// the thread's state without an allocation. Only that thread accesses it.
package final class ResolutionCycle {
  // The properties are accessed by one thread only, so exclusivity need not be checked.

  /// Graph instances except the first one, in the order of creation. A few are searched linearly,
  /// from the end; more of them by `indices`.
  @exclusivity(unchecked) private var graph: [GraphInstance] = []
  @exclusivity(unchecked) private var indices: [GraphKey: Int]?
  private static let few = 16

  /// The instance of a factory, if it can be returned without further work. `scope` is the one that
  /// the factory value has set.
  static func instance(
    of node: Node, _ scope: ScopeReference?, _ core: ContainerCore
  ) -> InstanceBox? {
    // One word, so the scope and the action of a lookup are consistent.
    let word = factory_node_lookup(node)
    guard Int(word & UInt(FACTORY_LOOKUP_BITS)) == FACTORY_USE_CYCLE,
      scope == nil || UInt(bitPattern: scope?.address) == word & ~UInt(FACTORY_LOOKUP_BITS),
      !factory_has_flags(factory_core_flags(core)), !factory_is_tracing(),
      core.parent == nil || factory_node_family(node) == factory_core_family(core)
    else { return nil }
    return instance(for: GraphKey(node, nil, core))
  }

  /// The instance created in the calling thread's cycle, unless it has been reset since.
  static func instance(for key: GraphKey) -> InstanceBox? {
    let thread = factory_current_thread()
    if let box = thread.pointee.first.instance(for: key) { return box }
    // Owned by the thread's state until `end`.
    return thread.pointee.cycle.flatMap {
      $0.withObject(ResolutionCycle.self) { $0.instance(for: key) }
    }
  }

  private func instance(for key: GraphKey) -> InstanceBox? {
    if let indices { return indices[key].map { graph[$0].box } }
    for index in graph.indices.reversed() where graph[index].key == key {
      return graph[index].box
    }
    return nil
  }

  /// Caches an instance for the rest of the calling thread's cycle.
  static func store(_ box: InstanceBox, _ parameter: ParameterKey?, for key: GraphKey) {
    let thread = factory_current_thread()
    if thread.pointee.first.box == nil {
      thread.pointee.first = factory_graph_instance(key, box, parameter)
      thread.pointee.cycle_has_state = 1
    } else {
      current.store(GraphInstance(key: key, box: box, parameter: parameter))
    }
  }

  private func store(_ instance: GraphInstance) {
    graph.append(instance)
    if graph.count <= Self.few { return }
    let start = indices == nil ? 0 : graph.count - 1
    var all = indices.take() ?? Dictionary()
    for index in start..<graph.count { all[graph[index].key] = index }
    indices = all
  }

  /// The calling thread's cycle, which is created if there is none. It ends with the outermost
  /// frame.
  static var current: ResolutionCycle {
    let thread = factory_current_thread()
    if let existing = thread.pointee.cycle {
      // Owned by the thread's state until `end`.
      return existing.object(ResolutionCycle.self)
    }
    let cycle = ResolutionCycle()
    thread.pointee.cycle = UnsafeMutableRawPointer(owning: cycle)
    thread.pointee.cycle_has_state = 1
    return cycle
  }

  /// Releases the instances. Called when `factory_frame_pop` returns true.
  package static func end() {
    let thread = factory_current_thread()
    let (first, cycle) = (thread.pointee.first, thread.pointee.cycle)
    // Before anything is released, because a `deinit` may resolve, which is another cycle.
    thread.pointee.first = factory_graph_instance()
    thread.pointee.cycle = nil
    thread.pointee.cycle_has_state = 0
    first.release()
    cycle?.releaseObject()
  }
}

/// Removes the resolutions in progress from a thread while it calls a watcher or the logger, because their
/// resolutions are not part of them: they neither share instances of the scope `graph` with them, nor
/// form a circular dependency with them.
struct DetachedCycle: ~Copyable {
  private let top: Frame?
  private let taskFrame: UnsafeMutableRawPointer?
  private let hasState: UInt32
  private let first: factory_graph_instance
  private let cycle: UnsafeMutableRawPointer?

  init(_ thread: ThreadState) {
    top = thread.pointee.top
    taskFrame = thread.pointee.task_frame
    hasState = thread.pointee.cycle_has_state
    thread.pointee.top = nil
    thread.pointee.task_frame = nil
    if hasState != 0 {
      first = thread.pointee.first
      cycle = thread.pointee.cycle
      thread.pointee.first = factory_graph_instance()
      thread.pointee.cycle = nil
      thread.pointee.cycle_has_state = 0
    } else {
      first = factory_graph_instance()
      cycle = nil
    }
  }

  /// Restores the resolutions in progress. Those that the code in between has made have ended, and left nothing.
  consuming func attach(to thread: ThreadState) {
    thread.pointee.top = top
    thread.pointee.task_frame = taskFrame
    if hasState != 0 {
      thread.pointee.first = first
      thread.pointee.cycle = cycle
      thread.pointee.cycle_has_state = hasState
    }
  }
}

// MARK: -

// The instances of the graph scope in a tree of asynchronous resolutions.

/// Identifies an instance of the graph scope.
package struct GraphKey: Hashable {
  /// The factory's node.
  private let node: Node
  /// The address of the parameter's key; that of the node without one.
  let address: UnsafeRawPointer
  /// Incremented by each eviction, such as a reset, so that instances created before are no longer found.
  let generation: UInt64
  /// The container's identity. A container may be released during a cycle, and a node of another
  /// container may then have the same address.
  let container: UInt64

  /// The key of an instance that is created now.
  init(_ node: Node, _ parameter: ParameterKey?, _ core: ContainerCore) {
    self.node = node
    address = parameter.map { UnsafeRawPointer(unowned: $0) } ?? UnsafeRawPointer(node)
    generation = UInt64(factory_node_evictions(node))
    container = factory_core_identity(core)
  }

  /// That of the factory. Valid while the container exists.
  var factory: factory_key { node.pointee.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

/// The graph instances of one tree of asynchronous resolutions. Those of a child are released with the child or with the
/// tree.
package final class GraphCells {
  /// Its constructions retain it.
  let store = Store.makeInner()
  /// Guarded by the store's lock, so exclusivity need not be checked. A dictionary of the type that `ResolutionCycle` has,
  /// because each type of dictionary adds two KiB of specialised code.
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]
  /// The nodes of removed instances, to be used again.
  @exclusivity(unchecked) private var unused: [Node] = []
  /// By the index of the node. They are retained, so that their addresses, which are part of the keys, are not reused.
  @exclusivity(unchecked) private var parameters: [ParameterKey?] = []

  package init() {}

  /// The node of an instance of this container, whose manager the caller retains. Called with the container's lock.
  func node(
    for key: GraphKey, _ parameter: ParameterKey?, of container: Store, _ garbage: inout Garbage
  ) -> Node {
    let (node, isNew) = store.withState { state -> (Node, Bool) in
      if let index = indices[key] { return (state.nodes[index], false) }
      let node = unused.popLast() ?? state.add(key.factory, 0, Settings.empty, nil)
      let index = Int(node.pointee.index)
      indices[key] = index
      if index == parameters.count { parameters.append(nil) }
      parameters[index] = parameter
      return (node, true)
    }
    if isNew { container.record(key, in: self, &garbage) }
    return node
  }

  /// Removes an instance. Nobody uses its node.
  func remove(_ key: GraphKey) {
    store.withLock { state in
      guard let index = indices.removeValue(forKey: key) else { return }
      let node = state.nodes[index]
      if let parameter = parameters[index].take() { state.garbage.add(parameter) }
      state.evict(node)
      unused.append(node)
    }
  }
}
