// Factory, MIT licence; see LICENSE
//
// What a thread keeps from the start of an outermost resolution to its end: the instances of the
// graph scope, and the lines of the trace.
import FactoryAtomics

/// The state of the resolution cycle that a thread is in. Only that thread touches it.
final class ResolutionCycle {
  /// A graph instance, as of the generation of the cell it stands for.
  private struct GraphInstance {
    let cell: Cell
    let generation: UInt32
    /// The container's identity. A container may come and go in the course of a cycle, and the next
    /// one's cell be at the same address.
    let container: UInt64
    let box: InstanceBox
    /// Owns the cell when it is that of one parameter.
    let owner: AnyObject?
  }

  /// In the order they were made. Small graphs are searched through; large ones by `places`.
  private var graph: [GraphInstance] = []
  private lazy var places = WordTable()
  private static let small = 16

  /// One for each resolution so far, outermost first; filled in when it ends.
  var lines: [String] = []

  /// The instance made in this cycle for the cell, unless the cell was invalidated since.
  @inline(never)
  func instance(
    of cell: Cell, _ generation: UInt32, in container: UInt64
  ) -> InstanceBox? {
    guard let place = place(of: cell), graph[place].generation == generation,
      graph[place].container == container
    else { return nil }
    return graph[place].box
  }

  /// Keeps an instance for the rest of the cycle.
  @inline(never)
  func keep(
    _ box: InstanceBox, of cell: Cell, _ generation: UInt32, in container: UInt64,
    owner: AnyObject?
  ) {
    let instance = GraphInstance(
      cell: cell, generation: generation, container: container, box: box, owner: owner)
    if let place = place(of: cell) {
      // Let go after the change: a `deinit` may resolve.
      let old = graph[place]
      graph[place] = instance
      withExtendedLifetime(old) {}
      return
    }
    graph.append(instance)
    if graph.count <= Self.small { return }
    let first = graph.count == Self.small + 1 ? 0 : graph.count - 1
    for place in first..<graph.count {
      places.set(Int(bitPattern: graph[place].cell), to: place)
    }
  }

  private func place(of cell: Cell) -> Int? {
    graph.count > Self.small
      ? places.find(Int(bitPattern: cell)) : graph.firstIndex { $0.cell == cell }
  }

  /// The calling thread's, made if need be. It goes when the outermost frame does.
  static var current: ResolutionCycle {
    let thread = factory_current_thread()
    if let cycle = thread.pointee.cycle {
      return Unmanaged<ResolutionCycle>.fromOpaque(cycle).takeUnretainedValue()
    }
    let cycle = ResolutionCycle()
    thread.pointee.cycle = Unmanaged.passRetained(cycle).toOpaque()
    return cycle
  }

  /// The calling thread's, if there is one.
  static var existing: ResolutionCycle? {
    factory_current_thread().pointee.cycle.map {
      Unmanaged<ResolutionCycle>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Lets the graph go and writes the trace. Called when `factory_frame_pop` says so.
  static func end() {
    let thread = factory_current_thread()
    guard let pointer = thread.pointee.cycle else { return }
    thread.pointee.cycle = nil
    let cycle = Unmanaged<ResolutionCycle>.fromOpaque(pointer).takeRetainedValue()
    cycle.graph = []
    if !cycle.lines.isEmpty { Log.write(cycle.lines) }
  }
}
