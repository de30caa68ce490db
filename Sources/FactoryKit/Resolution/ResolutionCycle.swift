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
  private let generation: UInt64
  /// The container's identity. A container may be released in the course of a cycle, and another one's
  /// entry may have the same address.
  private let container: UInt64
  /// Keeps the node's address from being used again.
  private let node: ParameterNode?

  init(_ entry: Entry, _ node: ParameterNode?, _ generation: UInt64, _ container: UInt64) {
    place =
      node.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
      ?? UnsafeRawPointer(entry)
    self.node = node
    self.generation = generation
    self.container = container
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.place == rhs.place && lhs.generation == rhs.generation && lhs.container == rhs.container
  }

  func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// The state of the resolution cycle that a thread is in. Only that thread touches it.
final class ResolutionCycle {
  /// In the order in which they were made. Small graphs are searched from the end, large ones by
  /// `indices`.
  private var graph: [(key: GraphKey, box: InstanceBox)] = []
  private var indices: [GraphKey: Int] = [:]
  private static let small = 16

  /// One for each resolution so far, outermost first; filled in when it ends.
  var lines: [String] = []

  /// The instance made in this cycle, unless it was reset since.
  func instance(for key: GraphKey) -> InstanceBox? {
    if graph.count <= Self.small {
      return graph.last { $0.key == key }?.box
    }
    return indices[key].map { graph[$0].box }
  }

  /// Keeps an instance for the rest of the cycle.
  func keep(_ box: InstanceBox, for key: GraphKey) {
    graph.append((key, box))
    if graph.count <= Self.small { return }
    let first = graph.count == Self.small + 1 ? 0 : graph.count - 1
    for index in first..<graph.count { indices[graph[index].key] = index }
  }

  /// The calling thread's, created if there is none. It ends with the outermost frame.
  static var current: ResolutionCycle {
    if let existing { return existing }
    let cycle = ResolutionCycle()
    factory_current_thread().pointee.cycle = Unmanaged.passRetained(cycle).toOpaque()
    return cycle
  }

  /// The calling thread's, if there is one.
  static var existing: ResolutionCycle? {
    // Owned by the thread's state until `end`.
    factory_current_thread().pointee.cycle.map {
      Unmanaged<ResolutionCycle>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Releases the graph and writes the trace. Called when `factory_frame_pop` returns true.
  static func end() {
    let thread = factory_current_thread()
    guard let pointer = thread.pointee.cycle else { return }
    thread.pointee.cycle = nil
    // Taken over from the thread's state.
    let cycle = Unmanaged<ResolutionCycle>.fromOpaque(pointer).takeRetainedValue()
    // A `deinit` may resolve: that is another cycle.
    cycle.graph = []
    cycle.indices = [:]
    if !cycle.lines.isEmpty { Log.write(cycle.lines) }
  }
}
