// Factory, MIT licence; see LICENSE
//
// Reads the comments that silence rules.
import SwiftSyntax

extension Suppression {
  static let mark = "factory:disable"
  static let peripheryMark = "periphery:ignore"

  /// `// factory:disable RULE…` on a line of its own silences the next line; at the end of a line,
  /// that line. `// factory:disable-file RULE…` silences the whole file.
  static func all(in tree: SourceFileSyntax, _ converter: PlaceConverter) -> [Suppression] {
    var found: [Suppression] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var position = token.position
      for piece in token.leadingTrivia {
        add(piece, position, endsLine: false, converter, &found)
        addPeriphery(piece, position, token, converter, &found)
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

  /// `// periphery:ignore` stands before a declaration and applies to what is in it as well;
  /// `// periphery:ignore:all` applies to the file.
  private static func addPeriphery(
    _ piece: TriviaPiece, _ position: AbsolutePosition, _ token: TokenSyntax,
    _ converter: PlaceConverter, _ found: inout [Suppression]
  ) {
    let text: Substring
    switch piece {
    case .lineComment(let comment), .docLineComment(let comment): text = comment[...]
    default: return
    }
    let comment = text.drop { $0 == "/" }.drop { $0 == " " }
    guard comment.hasPrefix(peripheryMark) else { return }
    let rest = comment.dropFirst(peripheryMark.count)
    var suppression = Suppression(
      kind: .periphery, place: converter.place(position))
    if rest.hasPrefix(":all") { return found.append(suppression) }
    guard rest.isEmpty || rest.first == " " else { return }
    var declaration: Syntax?
    var node = token.parent
    while let next = node, next.firstToken(viewMode: .sourceAccurate) == token {
      if next.is(DeclSyntax.self) { declaration = next }
      node = next.parent
    }
    guard let range = declaration.map({ converter.range($0) }) else { return }
    for line in range.start.line...range.end.line {
      suppression.line = line
      found.append(suppression)
    }
  }

  private static func add(
    _ piece: TriviaPiece, _ position: AbsolutePosition, endsLine: Bool,
    _ converter: PlaceConverter, _ found: inout [Suppression]
  ) {
    guard case .lineComment(let text) = piece else {
      return addOtherForm(piece, position, converter, &found)
    }
    let comment = text.drop { $0 == "/" }.drop { $0 == " " }
    guard comment.hasPrefix(mark) else { return }
    let rest = comment.dropFirst(mark.count)
    let isForFile = rest.hasPrefix("-file")
    let words = rest.dropFirst(isForFile ? 5 : 0)
    guard words.isEmpty || words.first == " " else { return }
    let place = converter.place(position)
    found.append(
      Suppression(
        // A reason may follow a dash. The names of rules do not start with one.
        kind: .rules(
          words.split { $0 == " " || $0 == "," }.map(String.init)
            .prefix { !"-–—".contains($0.first!) }.map(\.self)),
        line: isForFile ? nil : place.line + (endsLine ? 0 : 1), place: place))
  }

  /// Comments for documentation and those between `/*` and `*/`, which may have several lines, silence
  /// nothing.
  private static func addOtherForm(
    _ piece: TriviaPiece, _ position: AbsolutePosition, _ converter: PlaceConverter,
    _ found: inout [Suppression]
  ) {
    let text: String
    switch piece {
    case .docLineComment(let comment), .blockComment(let comment), .docBlockComment(let comment):
      text = comment
    default: return
    }
    let comment = text.drop { "/*".contains($0) || $0.isWhitespace }
    guard comment.hasPrefix(mark) else { return }
    let rest = comment.dropFirst(mark.count)
    guard rest.hasPrefix("-file") || rest.first.map({ $0 == "*" || $0.isWhitespace }) ?? true
    else { return }
    found.append(Suppression(kind: .otherForm, place: converter.place(position)))
  }
}
