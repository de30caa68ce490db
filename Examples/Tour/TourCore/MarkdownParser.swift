// Factory, MIT licence; see LICENSE
//
// Counts the words, headings and links of a Markdown text. Deliberately simple: this is an example
// of injection.

package final class MarkdownParser: Sendable {
  private let commonWords: CommonWords

  init(commonWords: CommonWords) {
    self.commonWords = commonWords
  }

  package func parse(_ text: String) -> Statistics {
    var statistics = Statistics()
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // The line break at the end of the last line does not start another line.
    if lines.last == "" { lines.removeLast() }
    var fence: Character?
    for line in lines {
      statistics.lines += 1
      statistics.longestLine = max(statistics.longestLine, line.count)
      statistics.words += line.split(whereSeparator: \.isWhitespace).count { word in
        word.contains { $0.isLetter || $0.isNumber }
      }
      if let mark = Self.fence(of: line) {
        if fence == nil {
          fence = mark
          statistics.codeBlocks += 1
        } else if fence == mark {
          fence = nil
        }
      } else if fence == nil {
        countProse(line, in: &statistics)
      }
    }
    return statistics
  }

  private func countProse(_ line: Substring, in statistics: inout Statistics) {
    if line.first == "#", line.drop(while: { $0 == "#" }).first == " " {
      statistics.headings += 1
    }
    // Counts `](`, as in `[text](target)`. A real parser would read the link.
    statistics.links += zip(line, line.dropFirst()).count { $0 == ("]", "(") }
    for word in line.lowercased().split(whereSeparator: { !$0.isLetter }) {
      if word.count > 3, !commonWords.contains(word) {
        statistics.occurrences[String(word), default: 0] += 1
      }
    }
  }

  /// The character of a line that begins or ends a block of code.
  private static func fence(of line: Substring) -> Character? {
    let text = line.drop(while: \.isWhitespace)
    return text.hasPrefix("```") ? "`" : text.hasPrefix("~~~") ? "~" : nil
  }
}

/// Words that are too common to be counted.
package final class CommonWords: Sendable {
  private let words: Set<Substring> = [
    "also", "been", "from", "have", "here", "http", "https", "into", "itself", "more", "only",
    "other", "same", "some", "than", "that", "their", "them", "then", "there", "they", "this",
    "what", "when", "where", "which", "with", "without", "your",
  ]

  func contains(_ word: Substring) -> Bool { words.contains(word) }
}
