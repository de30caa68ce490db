// Factory, MIT licence; see LICENSE
//
// The difference of two texts, as `diff -u` prints it.
#if Tool
  /// A unified diff of two texts.
  public enum UnifiedDiff {
    /// The diff with three lines of context, or an empty string if the texts are the same.
    public static func text(path: String, from old: String, to new: String) -> String {
      let (before, after) = (lines(old), lines(new))
      let changes = Array(after.difference(from: before))
      if changes.isEmpty { return "" }
      var removed: Set<Int> = []
      var inserted: Set<Int> = []
      for change in changes {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      let steps = steps(before, after, removed, inserted)
      return "--- \(path)\n+++ \(path)\n" + hunks(steps)
    }

    private struct Step {
      var mark: Character
      var text: Substring
      /// The lines before this one in the old and in the new text.
      var old: Int
      var new: Int
    }

    private static func lines(_ text: String) -> [Substring] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }

    private static func steps(
      _ before: [Substring], _ after: [Substring], _ removed: Set<Int>, _ inserted: Set<Int>
    ) -> [Step] {
      var steps: [Step] = []
      var (old, new) = (0, 0)
      while old < before.count || new < after.count {
        if removed.contains(old) {
          steps.append(Step(mark: "-", text: before[old], old: old, new: new))
          old += 1
        } else if inserted.contains(new) {
          steps.append(Step(mark: "+", text: after[new], old: old, new: new))
          new += 1
        } else {
          steps.append(Step(mark: " ", text: before[old], old: old, new: new))
          old += 1
          new += 1
        }
      }
      return steps
    }

    private static func hunks(_ steps: [Step]) -> String {
      let changed = steps.indices.filter { steps[$0].mark != " " }
      var ranges: [Range<Int>] = []
      for index in changed {
        let range = max(index - 3, 0)..<min(index + 4, steps.count)
        if let last = ranges.last, range.lowerBound <= last.upperBound {
          ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
          ranges.append(range)
        }
      }
      return ranges.map { range in
        let part = steps[range]
        let (first, olds) = (part.first!, part.count { $0.mark != "+" })
        let news = part.count { $0.mark != "-" }
        return "@@ -\(first.old + (olds == 0 ? 0 : 1)),\(olds) "
          + "+\(first.new + (news == 0 ? 0 : 1)),\(news) @@\n"
          + part.map { "\($0.mark)\($0.text)\n" }.joined()
      }.joined()
    }
  }
#endif
