// Factory, MIT licence; see LICENSE
//
// What a resolution on the slow path has to remember while the factory's own closure runs. That is
// called by the inlined code of `Factory.resolve`, so the rest of the resolution waits in the frame.
import FactoryCore

/// Stores a ``SlowPath`` in its frame, and takes it out again. The only place that reads and writes
/// `factory_frame.pending`.
@usableFromInline
enum PendingBuild {
  // The values of `factory_pending_build.destination`.
  private static let nowhere: UInt8 = 0
  private static let cell: UInt8 = 1
  private static let weakCell: UInt8 = 2
  private static let graph: UInt8 = 3

  /// Stores a resolution. Every reference in the frame is owned until `finish` takes it over.
  static func begin(_ path: borrowing SlowPath) {
    var pending = factory_pending_build()
    pending.manager = owned(path.manager)
    pending.entry = UnsafeMutableRawPointer(path.entry)
    pending.plan = path.plan.map(owned)
    pending.trace_line = path.line.map { $0.number + 1 } ?? 0
    switch path.destination {
    case .nowhere:
      pending.destination = nowhere
    case .cell(let place, let construction, let isWeak):
      pending.destination = isWeak ? weakCell : cell
      pending.construction = owned(construction)
      pending.cell = UnsafeMutableRawPointer(place.cell)
      pending.node = place.node.map(owned)
      pending.singletons = place.singletons.map(owned)
    case .graph(let node, let generation):
      pending.destination = graph
      pending.node = node.map(owned)
      pending.generation = generation
    }
    path.frame.pointee.pending = pending
  }

  /// Finishes the resolution, now that the closure has returned.
  @usableFromInline @inline(never)
  static func finish<T>(_ frame: Frame, _ value: T) {
    let path = resume(frame)
    path.keep(value)
    path.finish(value, isNew: true)
    path.leave()
  }

  @inline(never)
  private static func resume(_ frame: Frame) -> SlowPath {
    let pending = frame.pointee.pending
    frame.pointee.pending = factory_pending_build()
    let node = taken(pending.node, ParameterNode.self)
    let destination: SlowPath.Destination =
      switch pending.destination {
      case cell, weakCell:
        .cell(
          CellPlace(
            // Written by `begin`.
            cell: pending.cell!.assumingMemoryBound(to: CellMemory.self), node: node,
            singletons: taken(pending.singletons, Scope.Singleton.self)),
          taken(pending.construction, Construction.self)!,
          isWeak: pending.destination == weakCell)
      case graph:
        .graph(node, generation: pending.generation)
      default:
        .nowhere
      }
    return SlowPath(
      taken(pending.manager, ContainerManager.self)!, frame,
      pending.entry!.assumingMemoryBound(to: factory_entry.self),
      taken(pending.plan, Plan.self), destination,
      pending.trace_line == 0 ? nil : Trace.Line(number: pending.trace_line - 1))
  }

  private static func owned(_ object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(object).toOpaque()
  }

  private static func taken<Object: AnyObject>(
    _ pointer: UnsafeMutableRawPointer?, _: Object.Type
  ) -> Object? {
    // Stored by `begin`, which owns a reference of this type.
    pointer.map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
  }
}
