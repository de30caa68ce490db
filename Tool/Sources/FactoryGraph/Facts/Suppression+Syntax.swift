// Factory, MIT licence; see LICENSE
//
// Reads the comments that silence rules.
import SwiftSyntax

extension Suppression {
  static let mark = "factory:disable"

  /// `// factory:disable RULE…` on a line of its own silences the next line; at the end of a line,
  /// that line. `// factory:disable-file RULE…` silences the whole file.
  static func all(in tree: SourceFileSyntax, _ converter: PlaceConverter) -> [Suppression] {
    var found: [Suppression] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var position = token.position
      for piece in token.leadingTrivia {
        add(piece, position, endsLine: false, converter, &found)
        position += piece.sourceLength
      }
      position = token.endPositionBeforeTrailingTrivia
      for piece in token.trailingTrivia {
        add(piece, position, endsLine: true, converter, &found)
        position += piece.sourceLength
      }
    }
    return found
  }

  private static func add(
    _ piece: TriviaPiece, _ position: AbsolutePosition, endsLine: Bool,
    _ converter: PlaceConverter, _ found: inout [Suppression]
  ) {
    guard case .lineComment(let text) = piece else { return }
    let comment = text.drop { $0 == "/" }.drop { $0 == " " }
    guard comment.hasPrefix(mark) else { return }
    let rest = comment.dropFirst(mark.count)
    let isForFile = rest.hasPrefix("-file")
    let words = rest.dropFirst(isForFile ? 5 : 0)
    guard words.isEmpty || words.first == " " else { return }
    let place = converter.place(position)
    found.append(
      Suppression(
        line: isForFile ? nil : place.line + (endsLine ? 0 : 1),
        // A reason may follow a dash. The names of rules do not start with one.
        rules: words.split { $0 == " " || $0 == "," }.map(String.init)
          .prefix { !$0.hasPrefix("-") && !$0.hasPrefix("–") && !$0.hasPrefix("—") }.map { $0 },
        place: place))
  }
}

extension AbsolutePosition {
  fileprivate static func += (position: inout AbsolutePosition, length: SourceLength) {
    position = position.advanced(by: length.utf8Length)
  }
}
