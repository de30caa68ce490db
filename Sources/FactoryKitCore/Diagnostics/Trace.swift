// Factory, MIT licence; see LICENSE
//
// The trace of resolutions. The article Debugging describes its format.

/// Collects a line for each resolution, outermost first, and writes them when the outermost one ends. A resolution that ends
/// after that is written by itself.
final class Trace: ResolutionObserver {
  static let shared = Trace()

  private let state = Locked(State())
  let receivesSteps = true
  let hasEnded = false

  private struct State {
    /// The lines of each tree of resolutions, filled in when these end. The first one is that of the outermost resolution.
    var trees: [Int: [String]] = [:]
    /// The tree and the line of each resolution in progress.
    var places: [ResolutionID: (tree: Int, line: Int)] = [:]
    var lastTree = 0

    mutating func begin(_ id: ResolutionID, inside around: [ResolutionID]) {
      let outer = around.lazy.compactMap { [self] in places[$0]?.tree }.first
      if let outer, let lines = trees[outer]?.count {
        places[id] = (outer, lines)
        trees[outer]!.append("")
      } else {
        lastTree += 1
        places[id] = (lastTree, 0)
        trees[lastTree] = [""]
      }
    }

    /// Returns the lines to write.
    mutating func end(_ id: ResolutionID, _ text: String) -> [String] {
      guard let (tree, line) = places.removeValue(forKey: id) else { return [] }
      if trees[tree] == nil { return [text] }
      trees[tree]![line] = text
      return line > 0 ? [] : trees.removeValue(forKey: tree)!.filter { !$0.isEmpty }
    }
  }

  /// Whether it knows of no resolution in progress. For tests.
  var isIdle: Bool { state.withLock { $0.places.isEmpty && $0.trees.isEmpty } }

  func receive(_ step: ResolutionStep) {
    switch step.kind {
    case .began:
      let around = step.around
      state.withLock { $0.begin(step.id, inside: around) }
    case .calls, .returned:
      break
    case .ended(let isNew, let identity, _):
      end(step, "\(isNew ? "N" : "C"):\(identity.map { "\(UInt(bitPattern: $0))" } ?? "-")")
    case .failed(let type):
      end(step, "E:\(type)")
    }
  }

  /// Fills in the line: depth, factory, and `N:` for a new instance or `C:` for a cached one, with its address, or `-` for
  /// a value, or `E:` and the type of the error. What replaced the factory's closure follows in parentheses.
  private func end(_ step: ResolutionStep, _ result: String) {
    let indent = String(repeating: " ", count: 4 * step.depth)
    let suffix = step.plan?.overrideDescription.map { " (\($0))" } ?? ""
    let factory = step.frame.factoryName(isFull: false)
    let text = "\(step.depth): \(indent)\(factory) = \(result)\(suffix)"
    let lines = state.withLock { $0.end(step.id, text) }
    if !lines.isEmpty { Log.write(lines) }
  }
}
