// Factory, MIT licence; see LICENSE
//
// What a synchronous resolution needs to know of the asynchronous resolution around it. FactoryKit
// implements it.
package import FactoryCore

/// An asynchronous resolution in progress, to which code of the calling thread belongs.
package protocol TaskResolution: AnyObject {
  /// The factories of the resolutions in progress around this one, outermost first, and its own, as lines
  /// of a message.
  var chainDescription: [String] { get }
  var factory: FactoryReference { get }
  /// Whether its closure has returned.
  var hasEnded: Bool { get }
  /// The resolution whose closure has started this one.
  var around: (any TaskResolution)? { get }

  /// The graph instances, which all resolutions of the tree share. Nil if the tree has ended.
  var graph: GraphCells? { get }
  /// The captivities of the constructions in progress to which this resolution belongs.
  var captivities: [Captivity] { get }

  /// The innermost construction in progress of this resolution or those around it, but for a child's instances of the scope
  /// `graph` only if there is no other: the manager of its container, if that is a child, and who caches the instance.
  var construction: (child: ContainerManager?, owner: (kind: Int, depth: UInt32))? { get }

  /// Reserves the next line of the tree's trace, and returns it with the resolution that has it.
  func reserveTraceLine() -> (resolution: any TaskResolution, index: Int)?
  func fillTraceLine(_ index: Int, _ text: String)

  /// The innermost strict call of this resolution and those around it.
  var innermostStrictCall: StrictCall? { get }
  func setStrictCall(_ call: StrictCall)
  /// Ends the resolution's own strict call, if there is one.
  func endStrict()
}

/// The functions by which synchronous resolutions find asynchronous ones.
package final class TaskResolutions: Sendable {
  /// The innermost resolution to which the calling thread's code belongs.
  fileprivate let innermost: @Sendable () -> (any TaskResolution)?
  /// The depth, in the trace, of the outermost frame on the calling thread, and the resolution around that
  /// frame.
  fileprivate let around: @Sendable () -> (depth: Int, resolution: (any TaskResolution)?)
  /// The lines of the factories around those of the calling thread's frames.
  fileprivate let chain: @Sendable () -> [String]
  /// The innermost level of injection of the calling task, and the object that contains it.
  fileprivate let level: @Sendable () -> Level?

  package typealias Level = (address: UnsafePointer<factory_level>, resolution: AnyObject)

  package init(
    innermost: @escaping @Sendable () -> (any TaskResolution)?,
    around: @escaping @Sendable () -> (depth: Int, resolution: (any TaskResolution)?),
    chain: @escaping @Sendable () -> [String],
    level: @escaping @Sendable () -> Level?
  ) {
    self.innermost = innermost
    self.around = around
    self.chain = chain
    self.level = level
  }

  /// Set before the first asynchronous resolution begins.
  package static let shared = SharedReference<TaskResolutions>()

  static var innermost: (any TaskResolution)? { shared.object?.innermost() }

  static var around: (depth: Int, resolution: (any TaskResolution)?) {
    shared.object?.around() ?? (0, nil)
  }

  /// Lines of a message, outermost factory first. With a frame: the chain up to that frame. Otherwise, with
  /// a resolution: the chain up to that resolution. Otherwise: the resolutions around the calling thread's
  /// frames.
  static func chain(_ frame: Frame?, _ resolution: (any TaskResolution)?) -> [String] {
    if let frame { return CircularDependency.chain(of: frame) }
    return resolution?.chainDescription ?? chain
  }

  static var level: Level? { shared.object?.level() }

  static var chain: [String] { shared.object?.chain() ?? [] }
}
