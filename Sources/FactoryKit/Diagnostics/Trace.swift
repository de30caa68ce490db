// Factory, MIT licence; see LICENSE
//
// The trace of resolutions. The article Debugging describes its format.
internal import FactoryCore

/// Collects lines for a whole resolution cycle, outermost first, and writes them when it ends.
enum Trace {
  /// A line that was reserved in the cycle and has not been filled in yet.
  struct Line {
    /// The index among the lines of the thread's cycle.
    let number: UInt32
  }

  /// Reserves the next line, if resolutions are traced.
  static func begin() -> Line? {
    guard factory_is_tracing(), factory_current_thread().pointee.logging == 0 else { return nil }
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
    let depth = Int(frame.pointee.depth)
    let indent = String(repeating: " ", count: 4 * depth)
    let suffix = override.map { " (\($0))" } ?? ""
    let name = frame.factoryName(isFull: false)
    ResolutionCycle.current.lines[Int(line.number)] =
      "\(depth): \(indent)\(name) = \(isNew ? "N" : "C"):\(identity ?? "-")\(suffix)"
  }
}
