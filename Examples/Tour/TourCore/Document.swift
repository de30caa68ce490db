// Factory, MIT licence; see LICENSE
//
// The values that the program computes. They do not depend on FactoryKit.
import Foundation

/// The figures of one text.
package struct Statistics: Codable, Equatable, Sendable {
  package var lines = 0
  package var words = 0
  package var headings = 0
  package var links = 0
  package var codeBlocks = 0
  /// The number of characters in the longest line.
  package var longestLine = 0
  /// The number of occurrences of each word, except common and short words.
  package var occurrences: [String: Int] = [:]

  /// The most frequent words; equally frequent ones in alphabetical order.
  package var frequentWords: [String] {
    occurrences.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5).map(\.key)
  }

  static func + (lhs: Statistics, rhs: Statistics) -> Statistics {
    Statistics(
      lines: lhs.lines + rhs.lines,
      words: lhs.words + rhs.words,
      headings: lhs.headings + rhs.headings,
      links: lhs.links + rhs.links,
      codeBlocks: lhs.codeBlocks + rhs.codeBlocks,
      longestLine: max(lhs.longestLine, rhs.longestLine),
      occurrences: lhs.occurrences.merging(rhs.occurrences, uniquingKeysWith: +))
  }
}

/// One file's statistics.
package struct Document: Equatable, Sendable {
  package var path: String
  package var statistics: Statistics
}

/// The statistics of all files, and the time when they were computed.
package struct Report: Equatable, Sendable {
  package var date: Date
  package var documents: [Document]

  package var total: Statistics {
    documents.map(\.statistics).reduce(Statistics(), +)
  }
}
