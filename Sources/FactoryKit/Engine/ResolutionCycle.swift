// Factory, MIT licence; see LICENSE
//
// What a thread keeps from the start of an outermost resolution to its end: the instances of the
// graph scope, and the lines of the trace.
import FactoryAtomics

/// The state of the resolution cycle that a thread is in. Only that thread touches it.
final class ResolutionCycle {
  /// A graph instance, as of the generation of the cell it stands for.
  struct GraphInstance {
    let box: InstanceBox
    let generation: UInt32
    /// Owns the cell when it is that of one parameter.
    let owner: AnyObject?
  }

  var graph: [UnsafeMutablePointer<Cell>: GraphInstance] = [:]
  /// One for each resolution so far, outermost first; filled in when it ends.
  var lines: [String] = []

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
    cycle.graph = [:]
    if !cycle.lines.isEmpty { Log.write(cycle.lines) }
  }
}
