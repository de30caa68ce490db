// Factory, MIT licence; see LICENSE
//
// The kinds of change that rewriting makes.
import SwiftSyntax

extension ParsedFile {
  func replace(_ node: some SyntaxProtocol, with text: String) {
    edits.replace(node.span, with: [.text(text)])
  }

  func replace(_ range: Range<Int>, with text: String) {
    edits.replace(range, with: [.text(text)])
  }

  func insert(_ text: String, before node: some SyntaxProtocol) {
    edits.insert(text, at: node.span.lowerBound, side: .after)
  }

  func insert(_ text: String, after node: some SyntaxProtocol) {
    edits.insert(text, at: node.span.upperBound, side: .before)
  }

  /// Removes a node and the spaces after it, for modifiers and attributes.
  func remove(_ node: some SyntaxProtocol) {
    let end = node.endPosition.utf8Offset
    var range = node.span.lowerBound..<end
    // An attribute or modifier on a line of its own.
    if let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
      startsLine(node.span.lowerBound), line(of: next.span.lowerBound) > line(of: end - 1)
    {
      range = lineStart(node.span.lowerBound)..<lineEnd(end - 1)
    }
    edits.replace(range, with: [])
  }

  /// Removes the lines of a statement. The comments above it, in it and behind it stay.
  func removeLines(_ node: some SyntaxProtocol) {
    let lines = lines(of: node, comments: false)
    guard isWholeLines(lines) else { return edits.replace(lines, with: []) }
    edits.replace(lines, with: asLines(node.commentsWithinAndBehind, like: node))
  }

  /// Comments as lines with the indentation of a node, which may be moved.
  func asLines(_ comments: [String], like node: some SyntaxProtocol) -> [Piece] {
    let start = lineStart(node.span.lowerBound)
    let width = indentation(at: start).utf8.count
    return comments.flatMap { [.source(start..<start + width), .text($0 + lineBreak)] }
  }

  /// The whole lines of a node. If it shares them with something else, only the node, with the
  /// semicolon that separates it.
  func lines(of node: some SyntaxProtocol, comments: Bool) -> Range<Int> {
    let part = part(of: node)
    guard startsLine(part.lowerBound) else { return part }
    let end = lineEnd(part.upperBound)
    let rest = text(part.upperBound..<end).drop { $0 == " " || $0 == "\t" }
    guard rest.isEmpty || rest.first!.isNewline || rest.hasPrefix("//") else { return part }
    var start = lineStart(part.lowerBound)
    if comments {
      while start > 0 {
        let above = lineStart(start - 1)
        let line = text(above..<start).drop { $0 == " " || $0 == "\t" }
        guard line.hasPrefix("//"), above >= node.position.utf8Offset else { break }
        start = above
      }
    }
    return start..<end
  }

  /// A node with the blanks after it, and its semicolon if it is a statement. The last statement of
  /// a line has the semicolon before it.
  private func part(of node: some SyntaxProtocol) -> Range<Int> {
    let statement =
      node.as(CodeBlockItemSyntax.self) ?? node.parent?.as(CodeBlockItemSyntax.self)
    let span = statement?.span ?? node.span
    if let statement, statement.semicolon == nil,
      let before = statement.previousToken(viewMode: .sourceAccurate),
      before.tokenKind == .semicolon,
      line(of: before.span.lowerBound) == line(of: span.lowerBound)
    {
      let isDirectlyBefore = before.trailingTrivia.allSatisfy(\.isWhitespace)
      return (isDirectlyBefore ? before.span.lowerBound : span.lowerBound)..<span.upperBound
    }
    var end = span.upperBound
    while end < edits.bytes.count,
      [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(edits.bytes[end])
    {
      end += 1
    }
    return span.lowerBound..<end
  }

  /// Whether a range consists of whole lines.
  func isWholeLines(_ range: Range<Int>) -> Bool {
    range.lowerBound == lineStart(range.lowerBound) && range.upperBound > range.lowerBound
      && (range.upperBound == edits.bytes.count || edits.bytes[range.upperBound - 1] == newline)
  }

  /// The lines of a declaration with its comments, and the empty line after it, or before it if it
  /// is the last member.
  func linesAndBlank(of node: some SyntaxProtocol) -> Range<Int> {
    let lines = lines(of: node, comments: true)
    guard lines.upperBound < edits.bytes.count else { return lines }
    let above =
      lines.lowerBound > 0 ? text(lineStart(lines.lowerBound - 1)..<lines.lowerBound) : ""
    guard above.allSatisfy(\.isWhitespace) || above.last(where: { !$0.isWhitespace }) == "{"
    else {
      return lines
    }
    let next = lines.upperBound..<lineEnd(lines.upperBound)
    if text(next).allSatisfy(\.isWhitespace) { return lines.lowerBound..<next.upperBound }
    if text(next).first(where: { !$0.isWhitespace }) == "}", above.allSatisfy(\.isWhitespace) {
      return lineStart(lines.lowerBound - 1)..<lines.upperBound
    }
    return lines
  }

  /// Removes a declaration with its lines. Its comments stay, as plain ones: they may say what code
  /// that remains is for.
  ///
  /// - Parameter kept: parts that other edits move, with their comments.
  func removeDeclaration(_ node: some SyntaxProtocol, without kept: [Range<Int>] = []) {
    let lines = lines(of: node, comments: true)
    let comments = node.comments(from: lines.lowerBound, outside: kept)
    let range = comments.isEmpty || !isWholeLines(lines) ? linesAndBlank(of: node) : lines
    edits.remove(range)
    guard !comments.isEmpty else { return }
    let pieces =
      isWholeLines(lines)
      ? asLines(comments, like: node) : [.text(comments.map { "\($0)\(lineBreak)" }.joined())]
    edits.insert(pieces, at: range.lowerBound, side: .before)
  }

  /// Adds one level of indentation to the lines that begin in the range, after its first one.
  func indent(_ range: Range<Int>, by unit: String? = nil) {
    let start = lineEnd(range.lowerBound)
    if start < range.upperBound { indentLines(start..<range.upperBound, by: unit) }
  }

  /// Adds one level of indentation to whole lines.
  ///
  /// - Parameter side: whether insertions at the start of a line get the indentation too.
  func indentLines(_ lines: Range<Int>, by unit: String? = nil, side: Edit.Side = .after) {
    var offset = lines.lowerBound
    while offset < lines.upperBound {
      let end = lineEnd(offset)
      if !text(offset..<end).allSatisfy(\.isWhitespace) {
        edits.insert(unit ?? indentationUnit, at: offset, side: side)
      }
      offset = end
    }
  }

  /// Removes `width` blanks from whole lines.
  func dedentLines(_ lines: Range<Int>, by width: Int) {
    var offset = lines.lowerBound
    while offset < lines.upperBound {
      let removed = min(width, indentation(at: offset).utf8.count)
      if removed > 0 { edits.replace(offset..<offset + removed, with: []) }
      offset = lineEnd(offset)
    }
  }

  /// Adds an extension at the end of the file.
  func appendExtension(of type: String, _ members: [String]) {
    let line = lineBreak
    var text = "\(line)extension \(type) {\(line)"
    for member in members { text += indentationUnit + member + line }
    text += "}\(line)"
    if edits.bytes.last != newline { text = line + text }
    edits.insert(text, at: edits.bytes.count, side: .before)
  }

  /// `{ X() as P }` needs no cast, because the property has a type.
  func removeCast(in closure: ClosureExprSyntax) {
    guard let sequence = closure.onlyExpression?.as(SequenceExprSyntax.self) else { return }
    let parts = Array(sequence.elements)
    guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark == nil, parts[0].is(FunctionCallExprSyntax.self)
    else { return }
    replace(parts[0].span.upperBound..<sequence.span.upperBound, with: "")
  }

  /// Removes conformances, and with the last of them the colon.
  func removeInherited(
    from clause: InheritanceClauseSyntax, _ isRemoved: (InheritedTypeSyntax) -> Bool
  ) {
    let kept = clause.inheritedTypes.filter { !isRemoved($0) }
    if kept.isEmpty {
      let before = clause.colon.previousToken(viewMode: .sourceAccurate)!.span.upperBound
      replace(before..<clause.span.upperBound, with: "")
    } else if kept.count < clause.inheritedTypes.count {
      let names = kept.map { $0.type.trimmedDescription }
      replace(clause.inheritedTypes.span, with: names.joined(separator: ", "))
    }
  }
}
