// Factory, MIT licence; see LICENSE
//
// The trace of resolutions. The article Debugging describes its format.
internal import FactoryCore

/// Collects lines for a whole resolution cycle or a tree of asynchronous resolutions, outermost
/// first, and writes them when it ends.
enum Trace {
  /// A line that was reserved and has not been filled in yet.
  struct Line {
    /// The index among the lines, and whether they are those of a tree.
    let number: UInt32

    private static let isInTree: UInt32 = 1 << 30

    fileprivate static func inTree(_ index: UInt32) -> Self { Self(number: index | isInTree) }

    fileprivate func fill(_ text: String) {
      if number & Self.isInTree != 0 {
        AsyncFrame.current?.fillTraceLine(number & ~Self.isInTree, text)
      } else {
        ResolutionCycle.current.lines[Int(number)] = text
      }
    }
  }

  /// Reserves the next line, if resolutions are traced.
  static func begin() -> Line? {
    guard factory_is_tracing(), factory_current_thread().pointee.logging == 0 else { return nil }
    if let line = AsyncFrame.current?.reserveTraceLine() { return .inTree(line) }
    let cycle = ResolutionCycle.current
    cycle.lines.append("")
    return Line(number: UInt32(cycle.lines.count - 1))
  }

  /// Fills in the line: depth, factory, and `N:` for a new instance or `C:` for a cached one, with
  /// its address, or `-` for a value. What replaced the factory's closure follows in parentheses.
  static func finish<T>(
    _ line: Line, _ frame: Frame, _ value: T, _ isNew: Bool,
    _ override: String?
  ) {
    let identity = objectIdentity(of: value).map {
      "\(UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()))"
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
    let depth = Int(frame.pointee.depth) + AsyncFrame.baseDepth
    let indent = String(repeating: " ", count: 4 * depth)
    let suffix = override.map { " (\($0))" } ?? ""
    line.fill("\(depth): \(indent)\(frame.factoryName(isFull: false)) = \(result)\(suffix)")
  }
}
