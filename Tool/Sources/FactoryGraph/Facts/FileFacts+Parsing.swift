// Factory, MIT licence; see LICENSE
//
// Reads the facts of a file from its text.
@_spi(ExperimentalLanguageFeatures) import SwiftParser
import SwiftSyntax

extension FileFacts {
  /// Reads the facts of a source text.
  package init(parsing source: String) {
    let tree = Self.tree(parsing: source)
    let reader = FactsReader(tree, source)
    reader.walk(tree)
    self = reader.facts
    self.source = source
    assignedNames = reader.assignedNames.sorted()
    // Few files have one, and looking at each comment takes as long as a quarter of the parser.
    if source.hasText(Suppression.mark) || source.hasText(Suppression.peripheryMark) {
      suppressions = Suppression.all(in: tree, reader.converter)
    }
    toolsVersion = ToolsVersion(manifest: source)
    syntaxErrors = SyntaxErrorFact.all(in: tree, reader.converter)
  }

  /// What the compiler accepts and the parser does not yet: `map(\.name(in: list))`. By its name,
  /// because a later parser needs no feature for it.
  private static let acceptedFeatures: Parser.ExperimentalFeatures =
    Parser.ExperimentalFeatures(name: "KeypathWithMethodMembers") ?? []

  package static func tree(parsing source: String) -> SourceFileSyntax {
    let tree = parsed(source)
    return tree.hasError ? source.withAttributesJoined.map(parsed) ?? tree : tree
  }

  private static func parsed(_ source: String) -> SourceFileSyntax {
    // The same limit in debug builds, where the parser's own is lower.
    var parser = Parser(
      source, maximumNestingLevel: 256, experimentalFeatures: acceptedFeatures)
    return SourceFileSyntax.parse(from: &parser)
  }
}

extension String {
  /// The text with `@convention(c)  (` for `@convention (c) (`, which the compiler accepts up to the
  /// language mode of Swift 5 and the parser does not. All other positions stay. Nil if it has none.
  fileprivate var withAttributesJoined: String? {
    var text = Array(utf8)
    var isChanged = false
    for name in ["@convention", "@isolated", "@differentiable"].map({ Array($0.utf8) }) {
      var index = 0
      while let start = text[index...].firstRange(of: name)?.upperBound {
        index = start
        guard let open = text[start...].firstIndex(where: { $0 != UInt8(ascii: " ") }),
          open > start, text[open] == UInt8(ascii: "("),
          let close = text[open...].firstIndex(of: UInt8(ascii: ")"))
        else { continue }
        let arguments = text[open...close]
        text.replaceSubrange(start...close, with: arguments + text[start..<open])
        isChanged = true
      }
    }
    return isChanged ? String(decoding: text, as: UTF8.self) : nil
  }
}

/// Converts between the positions in a file and places. A byte order mark counts for nothing.
/// `SourceLocationConverter` does the same, but visits the whole tree first, for `#sourceLocation`.
struct PlaceConverter {
  /// The offsets at which lines start.
  private let lines: [Int]
  /// The bytes before the first line.
  private let mark: Int

  init(_ source: String) {
    var source = source
    (lines, mark) = source.withUTF8 { bytes in
      ([UInt8].lineStarts(bytes), bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }
  }

  func place(_ position: AbsolutePosition) -> Place {
    let offset = position.utf8Offset
    // The last line that starts at the offset or before it.
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    let isAfterMark = low == 0 && offset >= mark
    return Place(line: low + 1, column: offset - lines[low] - (isAfterMark ? mark : 0) + 1)
  }

  func position(_ place: Place) -> AbsolutePosition {
    AbsolutePosition(
      utf8Offset: lines[place.line - 1] + place.column - 1 + (place.line == 1 ? mark : 0))
  }

  func range(_ node: some SyntaxProtocol) -> PlaceRange {
    PlaceRange(
      start: place(node.positionAfterSkippingLeadingTrivia),
      end: place(node.endPositionBeforeTrailingTrivia))
  }
}
