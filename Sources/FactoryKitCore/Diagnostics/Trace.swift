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

  /// An outermost resolution, and those that it causes.
  private struct Tree {
    /// Filled in when the resolutions end. The first one is that of the outermost resolution. Nil when that has ended.
    var lines: [String]? = []
    /// The resolutions in progress, and the indices of their lines. There are few.
    var inProgress: [(id: ResolutionID, line: Int)] = []

    mutating func begin(_ id: ResolutionID) {
      inProgress.append((id, lines!.count))
      lines!.append("")
    }

    /// Returns the lines to write.
    mutating func end(_ index: Int, _ text: String) -> [String] {
      let line = inProgress.remove(at: index).line
      guard lines != nil else { return [text] }
      lines![line] = text
      return line > 0 ? [] : lines.take()!.filter { !$0.isEmpty }
    }
  }

  // Not dictionaries, because each type of dictionary adds two KiB of specialised code.
  private struct State {
    var trees: [Tree] = []

    mutating func begin(_ id: ResolutionID, inside around: [ResolutionID]) {
      for outer in around {
        if let (tree, _) = find(outer), trees[tree].lines != nil {
          return trees[tree].begin(id)
        }
      }
      trees.append(Tree())
      trees[trees.count - 1].begin(id)
    }

    mutating func end(_ id: ResolutionID, _ text: String) -> [String] {
      guard let (tree, index) = find(id) else { return [] }
      let lines = trees[tree].end(index, text)
      if trees[tree].inProgress.isEmpty { trees.remove(at: tree) }
      return lines
    }

    private func find(_ id: ResolutionID) -> (tree: Int, index: Int)? {
      for tree in trees.indices {
        for index in trees[tree].inProgress.indices.reversed()
        where trees[tree].inProgress[index].id == id {
          return (tree, index)
        }
      }
      return nil
    }
  }

  /// Whether it knows of no resolution in progress. For tests.
  var isIdle: Bool { state.withLock { $0.trees.isEmpty } }

  func receive(_ step: ResolutionStep) {
    switch step.kind {
    case .began:
      let around = step.around
      state.withLock { $0.begin(step.id, inside: around) }
    case .callsOwnClosure, .callsReplacement, .returned:
      break
    case .ended:
      end(step, "\(step.isNew ? "N" : "C"):\(step.identity == 0 ? "-" : "\(step.identity)")")
    case .failed:
      end(step, step.failure.map { "E:\($0)" } ?? "E")
    }
  }

  /// Fills in the line: depth, factory, and `N:` for a new instance or `C:` for a cached one, with its address, or `-` for
  /// a value, or `E:` and the type of the error. What replaced the factory's closure follows in parentheses.
  private func end(_ step: ResolutionStep, _ result: String) {
    let indent = String(repeating: " ", count: 4 * step.depth)
    let suffix = step.settings?.overrideDescription.map { " (\($0))" } ?? ""
    let factory = step.frame.factoryName(isFull: false)
    let text = "\(step.depth): \(indent)\(factory) = \(result)\(suffix)"
    let lines = state.withLock { $0.end(step.id, text) }
    if !lines.isEmpty { Log.write(lines) }
  }
}
