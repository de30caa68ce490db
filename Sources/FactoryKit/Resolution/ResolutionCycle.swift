// Factory, MIT licence; see LICENSE
//
// What a thread keeps from the start of an outermost resolution to its end: the instances of the
// graph scope, and the lines of the trace.
import FactoryCore

/// What an instance of the graph scope is kept for.
struct GraphKey: Hashable {
  /// The entry, or the node of the parameter.
  private let place: UnsafeRawPointer
  /// A reset or a `pop` counts it up, so instances that were made before are not found any more.
  let generation: UInt64
  /// The container's identity. A container may be released in the course of a cycle, and another one's
  /// entry may have the same address.
  private let container: UInt64

  init(_ entry: Entry, _ node: ParameterNode?, _ generation: UInt64, _ container: UInt64) {
    place =
      node.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
      ?? UnsafeRawPointer(entry)
    self.generation = generation
    self.container = container
  }

  /// The key of an instance that is resolved now.
  init(_ entry: Entry, _ node: ParameterNode?, _ core: ContainerCore) {
    let evictions = UInt64(factory_cell_generation(entry.cell.shared))
    self.init(
      entry, node, evictions << 32 | UInt64(factory_core_restorations(core)),
      factory_core_identity(core))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

private struct GraphInstance {
  let key: GraphKey
  let box: InstanceBox
  /// Keeps the address of the parameter's node from being used again.
  let node: ParameterNode?
}

/// The state of the resolution cycle that a thread is in. Only that thread touches it.
final class ResolutionCycle {
  // Only one thread touches the three below.

  /// The first instance, without an allocation: most graphs share one or two.
  @exclusivity(unchecked) private var first: GraphInstance?
  /// The others, in the order in which they were made. Small graphs are searched from the end, large
  /// ones by `indices`.
  @exclusivity(unchecked) private var graph: [GraphInstance] = []
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]
  private static let small = 16

  /// One for each resolution so far, outermost first; filled in when it ends.
  var lines: [String] = []

  /// The instance of an entry, if it is all that a resolution needs; `scope` is the one that the factory
  /// value states.
  static func instance(
    of entry: Entry, _ scope: ScopeReference?, _ core: ContainerCore
  ) -> InstanceBox? {
    guard Int(factory_entry_action(entry)) == FACTORY_USE_CYCLE,
      scope == nil || scope?.address == factory_entry_scope(entry),
      factory_core_flags(core) == 0, !factory_is_tracing()
    else { return nil }
    return instance(for: GraphKey(entry, nil, core))
  }

  /// The instance made in the calling thread's cycle, unless it was reset since.
  static func instance(for key: GraphKey) -> InstanceBox? {
    // Owned by the thread's state until `end`.
    factory_current_thread().pointee.cycle.flatMap {
      Unmanaged<ResolutionCycle>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.instance(for: key) }
    }
  }

  private func instance(for key: GraphKey) -> InstanceBox? {
    if graph.count > Self.small {
      if let index = indices[key] { return graph[index].box }
    } else {
      for index in graph.indices.reversed() where graph[index].key == key {
        return graph[index].box
      }
    }
    return first?.key == key ? first?.box : nil
  }

  /// Keeps an instance for the rest of the cycle.
  func keep(_ box: InstanceBox, _ node: ParameterNode?, for key: GraphKey) {
    let instance = GraphInstance(key: key, box: box, node: node)
    if first == nil {
      first = instance
      return
    }
    graph.append(instance)
    if graph.count <= Self.small { return }
    let start = graph.count == Self.small + 1 ? 0 : graph.count - 1
    for index in start..<graph.count { indices[graph[index].key] = index }
  }

  /// The calling thread's, created if there is none. It ends with the outermost frame.
  static var current: ResolutionCycle {
    let thread = factory_current_thread()
    if let existing = thread.pointee.cycle {
      // Owned by the thread's state until `end`.
      return Unmanaged<ResolutionCycle>.fromOpaque(existing).takeUnretainedValue()
    }
    let cycle = ResolutionCycle()
    thread.pointee.cycle = Unmanaged.passRetained(cycle).toOpaque()
    return cycle
  }

  /// Releases the graph and writes the trace. Called when `factory_frame_pop` returns true.
  static func end() {
    let thread = factory_current_thread()
    guard let pointer = thread.pointee.cycle else { return }
    thread.pointee.cycle = nil
    // Taken over from the thread's state.
    let cycle = Unmanaged<ResolutionCycle>.fromOpaque(pointer).takeRetainedValue()
    // A `deinit` may resolve: that is another cycle.
    cycle.first = nil
    cycle.graph = []
    cycle.indices = [:]
    if !cycle.lines.isEmpty { Log.write(cycle.lines) }
  }
}
