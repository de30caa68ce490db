// Factory, MIT licence; see LICENSE
//
// What `--dry-run` prints.
/// The difference between two texts, in the format of `diff -u`.
public enum UnifiedDiff {
  /// A line with what stands before it: a space, `-` or `+`.
  private typealias Line = (sign: String, text: Substring)

  /// Empty if the texts are the same.
  public static func text(_ path: String, old: String, new: String, context: Int = 3) -> String {
    let lines = compare(split(old), split(new))
    var result = ""
    for hunk in hunks(lines, context) {
      if result.isEmpty { result = "--- \(path)\n+++ \(path)\n" }
      result += "@@ -\(place(lines, hunk, without: "+")) +\(place(lines, hunk, without: "-")) @@\n"
      for line in lines[hunk] { result += line.sign + ended(line.text) }
    }
    return result
  }

  /// Lines with their line breaks. A break of two characters, CR and LF, is one `Character`.
  private static func split(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      lines.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private static func ended(_ line: Substring) -> String {
    line.last?.isNewline == true ? String(line) : line + "\n\\ No newline at end of file\n"
  }

  private static func compare(_ old: [Substring], _ new: [Substring]) -> [Line] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (first, second) = (0, 0)
    while first < old.count || second < new.count {
      if first < old.count, removed.contains(first) {
        lines.append(("-", old[first]))
        first += 1
      } else if second < new.count, added.contains(second) {
        lines.append(("+", new[second]))
        second += 1
      } else {
        lines.append((" ", old[first]))
        first += 1
        second += 1
      }
    }
    return lines
  }

  private static func hunks(_ lines: [Line], _ context: Int) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() where line.sign != " " {
      let range = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  /// The first line of a hunk in one of the texts, and how many there are.
  private static func place(_ lines: [Line], _ hunk: Range<Int>, without sign: String) -> String {
    let before = lines[..<hunk.lowerBound].count { $0.sign != sign }
    let count = lines[hunk].count { $0.sign != sign }
    return "\(count == 0 ? before : before + 1)" + (count == 1 ? "" : ",\(count)")
  }
}
