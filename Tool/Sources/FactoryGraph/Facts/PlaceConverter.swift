// Factory, MIT licence; see LICENSE
//
// Places of syntax nodes.
import SwiftSyntax

/// Converts positions of a syntax tree to places. A byte order mark counts for nothing.
struct PlaceConverter {
  private let converter: SourceLocationConverter
  private let hasMark: Bool

  init(_ tree: SourceFileSyntax) {
    converter = SourceLocationConverter(fileName: "", tree: tree)
    hasMark =
      tree.firstToken(viewMode: .sourceAccurate)?.leadingTrivia.first.map {
        if case .unexpectedText(let text) = $0 { text.hasPrefix("\u{FEFF}") } else { false }
      } ?? false
  }

  func place(_ position: AbsolutePosition) -> Place {
    let location = converter.location(for: position)
    let isAfterMark = hasMark && location.line == 1 && location.column > 3
    return Place(line: location.line, column: location.column - (isAfterMark ? 3 : 0))
  }

  func range(_ node: some SyntaxProtocol) -> PlaceRange {
    PlaceRange(
      start: place(node.positionAfterSkippingLeadingTrivia),
      end: place(node.endPositionBeforeTrailingTrivia))
  }
}
