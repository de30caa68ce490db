// Factory, MIT licence; see LICENSE
//
// What a synchronous resolution needs to know of the asynchronous resolution around it. FactoryKit
// implements it.
internal import FactoryCore

/// An asynchronous resolution in progress, to which code of the calling thread belongs.
package protocol TaskResolution: AnyObject {
  var factory: FactoryReference { get }
  /// Whether its closure has returned.
  var hasEnded: Bool { get }
  /// The resolution whose closure has started this one.
  var around: (any TaskResolution)? { get }

  /// Whether it, or one around it, builds what a container without a parent or the process keeps.
  var isKeptByRoot: Bool { get }

  /// The graph instances, which all resolutions of the tree share. Nil if the tree has ended.
  var graph: GraphCells? { get }
}

/// The functions by which synchronous resolutions find asynchronous ones.
package final class TaskResolutions: Sendable {
  /// The innermost resolution to which the calling thread's code belongs.
  fileprivate let innermost: @Sendable () -> (any TaskResolution)?
  /// The depth of the outermost frame on the calling thread, and the resolution around that
  /// frame.
  fileprivate let around: @Sendable () -> (depth: Int, resolution: (any TaskResolution)?)
  /// The lines of the factories around those of the calling thread's frames.
  fileprivate let chain: @Sendable () -> [String]

  package init(
    innermost: @escaping @Sendable () -> (any TaskResolution)?,
    around: @escaping @Sendable () -> (depth: Int, resolution: (any TaskResolution)?),
    chain: @escaping @Sendable () -> [String]
  ) {
    self.innermost = innermost
    self.around = around
    self.chain = chain
  }

  /// Set before the first asynchronous resolution begins.
  package static let shared = SharedReference<TaskResolutions>()

  static var innermost: (any TaskResolution)? { shared.object?.innermost() }

  static var around: (depth: Int, resolution: (any TaskResolution)?) {
    shared.object?.around() ?? (0, nil)
  }

  static var chain: [String] { shared.object?.chain() ?? [] }
}
