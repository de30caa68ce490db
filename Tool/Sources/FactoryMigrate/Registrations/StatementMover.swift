// Factory, MIT licence; see LICENSE
//
// Takes functions apart: statements that register become members of an extension, the rest remains
// a function.
import SwiftSyntax

/// What becomes of a statement of a function that registers.
enum StatementRole { case declares, vanishes, remains }

struct StatementMover {
  let file: ParsedFile
  let role: (CodeBlockItemSyntax) -> StatementRole

  /// Replaces a function by its statements, which are properties now. False if there is none.
  func unwrap(_ function: FunctionDeclSyntax) -> Bool {
    guard let body = function.body,
      body.statements.contains(where: { role($0) == .declares })
    else { return false }
    remove(body.statements)
    detachDocumentation(of: function)
    let inner = lineEndings(body)
    if let inner {
      file.dedentLines(inner, by: file.indentationUnit.utf8.count)
      let lines =
        file.lineStart(function.span.lowerBound)..<file.lineEnd(function.span.upperBound)
      let comments = commentsAtBraces(of: function, body)
      file.edits.replace(
        lines,
        with: file.asLines(comments.head, like: function) + [.source(inner)]
          + file.asLines(comments.end, like: function))
    } else {
      let line = file.lineBreak + file.indentation(at: function.span.lowerBound)
      let comments =
        commentsAtBraces(of: function, body).head + body.statements.leadingTrivia.comments
        + body.statements.trailingTrivia.comments + body.rightBrace.leadingTrivia.comments
      file.edits.replace(
        function.span, with: comments.map { .text($0 + line) } + [.source(body.statements.span)])
    }
    return true
  }

  /// The documentation of a function that is replaced by its statements would be that of the first
  /// one: it becomes a comment above an empty line.
  private func detachDocumentation(of function: FunctionDeclSyntax) {
    var offset = function.position.utf8Offset
    var isDocumented = false
    for piece in function.leadingTrivia {
      if case .docLineComment = piece {
        file.edits.remove(offset..<offset + 1)
        isDocumented = true
      }
      offset += piece.sourceLength.utf8Length
    }
    let start = file.lineStart(function.span.lowerBound)
    if isDocumented { file.edits.insert(file.lineBreak, at: start, side: .before) }
  }

  /// The comments of a function's head, and those behind its closing brace.
  private func commentsAtBraces(
    of function: FunctionDeclSyntax, _ body: CodeBlockSyntax
  ) -> (head: [String], end: [String]) {
    var head: [String] = []
    for token in function.tokens(viewMode: .sourceAccurate)
    where token.position <= body.leftBrace.position {
      if token.span.lowerBound > function.span.lowerBound { head += token.leadingTrivia.comments }
      head += token.trailingTrivia.comments
    }
    return (head, body.rightBrace.trailingTrivia.comments)
  }

  /// The lines between the braces, if these are on lines of their own.
  private func lineEndings(_ body: CodeBlockSyntax) -> Range<Int>? {
    let start = file.lineEnd(body.leftBrace.span.lowerBound)
    guard file.startsLine(body.rightBrace.span.lowerBound) else { return nil }
    let end = file.lineStart(body.rightBrace.span.lowerBound)
    guard start <= end, file.line(of: start) > file.line(of: body.leftBrace.span.lowerBound)
    else {
      return nil
    }
    return start..<end
  }

  /// Calls of functions of which nothing remains.
  private func remove(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if let config = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
        for clause in config.clauses {
          if case .statements(let items)? = clause.elements { remove(items) }
        }
      } else if role(item) == .vanishes {
        file.removeLines(item)
      }
    }
  }

  /// Moves the properties out of a function that remains.
  func separate(_ function: FunctionDeclSyntax) {
    guard let body = function.body, body.statements.contains(where: { role($0) != .remains })
    else { return }
    guard let inner = lineEndings(body) else { return separateLine(function, body) }
    let width = file.indentationUnit.utf8.count
    var properties: [Piece] = []
    var rest: [Piece] = []
    var start = inner.lowerBound
    for item in body.statements {
      let range = start..<file.lineEnd(item.span.upperBound)
      guard range.lowerBound < range.upperBound else { continue }
      start = range.upperBound
      switch role(item) {
      case .declares:
        file.dedentLines(range, by: width)
        properties.append(.source(range))
      case .vanishes:
        let comments = item.leadingTrivia.comments + item.commentsWithinAndBehind
        rest += file.asLines(comments, like: item)
      case .remains: rest.append(.source(range))
      }
    }
    rest.append(.source(start..<inner.upperBound))
    let lines = file.lineStart(function.span.lowerBound)..<file.lineEnd(function.span.upperBound)
    var pieces = properties
    if !properties.isEmpty { pieces.append(.text(file.lineBreak)) }
    pieces.append(.source(lines.lowerBound..<inner.lowerBound))
    pieces += rest
    pieces.append(.source(inner.upperBound..<lines.upperBound))
    file.edits.replace(lines, with: pieces)
  }

  /// The same for a function whose statements share a line with its braces.
  private func separateLine(_ function: FunctionDeclSyntax, _ body: CodeBlockSyntax) {
    let line = file.lineBreak + file.indentation(at: function.span.lowerBound)
    var pieces: [Piece] = []
    var rest: [Piece] = []
    // With the comments before each statement.
    var start = body.leftBrace.span.upperBound
    for item in body.statements {
      let statement = Syntax(item.item).span
      switch role(item) {
      case .declares: pieces += [.source(statement), .text(line)]
      case .vanishes: break
      case .remains:
        if !rest.isEmpty { rest.append(.text(";")) }
        rest.append(.source(start..<statement.upperBound))
      }
      start = item.span.upperBound
    }
    pieces.append(.source(function.span.lowerBound..<body.leftBrace.span.upperBound))
    file.edits.replace(function.span, with: pieces + rest + [.text(" }")])
  }

  /// Moves registrations out of other functions into an extension below.
  func hoist(_ items: [CodeBlockItemSyntax]) {
    var groups: [(end: Int, items: [CodeBlockItemSyntax])] = []
    for item in items {
      let top = item.ancestors.compactMap { $0.as(CodeBlockItemSyntax.self) }.last
      // Statements outside of functions go to the end of the file.
      let end = top.map { file.lineEnd($0.span.upperBound) } ?? file.edits.bytes.count
      if let last = groups.last, last.end == end {
        groups[groups.count - 1].items.append(item)
      } else {
        groups.append((end, [item]))
      }
    }
    for (end, items) in groups {
      move(items.map { Syntax($0.item) }, toExtensionOf: Library.container, at: end)
    }
  }

  /// Moves statements or members into a new extension.
  func move(_ items: [Syntax], toExtensionOf type: String, at end: Int) {
    let line = file.lineBreak
    var pieces: [Piece] = [.text("\(line)extension \(type) {\(line)")]
    if file.edits.bytes[end - 1] != UInt8(ascii: "\n") { pieces.insert(.text(line), at: 0) }
    for item in items { pieces += moved(item) }
    pieces.append(.text("}\(line)"))
    file.edits.insert(pieces, at: end, side: .before)
  }

  /// A statement with its comments, with the indentation of a member.
  private func moved(_ item: Syntax) -> [Piece] {
    let unit = file.indentationUnit
    let lines = file.lines(of: item, comments: true)
    guard file.isWholeLines(lines) else {
      file.edits.remove(lines)
      return [.text(unit), .source(item.span), .text(file.lineBreak)]
    }
    file.edits.remove(file.linesAndBlank(of: item))
    let width = file.indentation(at: item.span.lowerBound).utf8.count - unit.utf8.count
    guard width < 0 else {
      file.dedentLines(lines, by: width)
      return [.source(lines)]
    }
    // Before the marks, which may stand at the start of a line.
    file.indentLines(file.lineEnd(lines.lowerBound)..<lines.upperBound, side: .before)
    return [.text(unit), .source(lines)]
  }
}
