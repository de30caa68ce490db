// Factory, MIT licence; see LICENSE
//
// The trace of resolutions. The article Debugging describes its format.
internal import FactoryCore

/// Collects lines for a whole resolution cycle or a tree of asynchronous resolutions, outermost
/// first, and writes them when it ends.
package enum Trace {
  /// A line that was reserved and has not been filled in yet.
  package struct Line {
    let index: Int
    /// The frame in whose tree the line is; nil if it is one of the thread's resolution cycle.
    let tree: (any TaskResolution)?

    fileprivate func fill(_ text: String) {
      if let tree {
        tree.fillTraceLine(index, text)
      } else {
        ResolutionCycle.current.lines[index] = text
      }
    }
  }

  /// Reserves the next line, if resolutions are traced.
  package static func begin() -> Line? {
    guard factory_is_tracing(), factory_current_thread().pointee.logging == 0 else { return nil }
    if let line = TaskResolutions.innermost?.reserveTraceLine() {
      return Line(index: line.index, tree: line.resolution)
    }
    let cycle = ResolutionCycle.current
    cycle.lines.append("")
    return Line(index: cycle.lines.count - 1, tree: nil)
  }

  /// Fills in the line: depth, factory, and `N:` for a new instance or `C:` for a cached one, with
  /// its address, or `-` for a value. What replaced the factory's closure follows in parentheses.
  static func end<T>(
    _ line: Line, _ frame: Frame, _ value: T, _ isNew: Bool,
    _ override: String?
  ) {
    let identity = objectIdentity(of: value).map {
      "\(UInt(bitPattern: UnsafeRawPointer(unowned: $0)))"
    }
    fill(line, frame, "\(isNew ? "N" : "C"):\(identity ?? "-")", override)
  }

  /// Fills in the line of a resolution that has failed: `E:` and the type of the error.
  static func fail(
    _ line: Line, _ frame: Frame, _ failure: ConstructionFailure, _ override: String?
  ) {
    fill(line, frame, "E:\(failure.type)", override)
  }

  @inline(never)
  private static func fill(_ line: Line, _ frame: Frame, _ result: String, _ override: String?) {
    let depth = Int(frame.pointee.depth) + TaskResolutions.around.depth
    let indent = String(repeating: " ", count: 4 * depth)
    let suffix = override.map { " (\($0))" } ?? ""
    line.fill("\(depth): \(indent)\(frame.factoryName(isFull: false)) = \(result)\(suffix)")
  }
}
