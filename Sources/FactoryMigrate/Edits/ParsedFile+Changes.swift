// Factory, MIT licence; see LICENSE
//
// The kinds of change that rewriting makes.
#if Tool
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

    /// Removes the lines of a statement or member, with its comments if `comments` is true.
    func removeLines(_ node: some SyntaxProtocol, comments: Bool = false) {
      edits.replace(lines(of: node, comments: comments), with: [])
    }

    /// The whole lines of a node, if it shares them with nothing else.
    func lines(of node: some SyntaxProtocol, comments: Bool) -> Range<Int> {
      let span = node.span
      guard startsLine(span.lowerBound) else {
        return span.lowerBound..<node.endPosition.utf8Offset
      }
      var start = lineStart(span.lowerBound)
      if comments {
        while start > 0 {
          let above = lineStart(start - 1)
          let line = text(above..<start).drop { $0 == " " || $0 == "\t" }
          guard line.hasPrefix("//"), above >= node.position.utf8Offset else { break }
          start = above
        }
      }
      let end = lineEnd(span.upperBound)
      let rest = text(span.upperBound..<end).drop { $0 == " " || $0 == "\t" }
      guard rest.isEmpty || rest.first!.isNewline || rest.hasPrefix("//") || rest.hasPrefix(";")
      else { return span.lowerBound..<node.endPosition.utf8Offset }
      return start..<end
    }

    /// The lines of a declaration with its comments, and the empty line after it.
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
      return text(next).allSatisfy(\.isWhitespace) ? lines.lowerBound..<next.upperBound : lines
    }

    /// Adds one level of indentation to the lines that begin in the range, after its first one.
    func indent(_ range: Range<Int>, by unit: String? = nil) {
      let start = lineEnd(range.lowerBound)
      if start < range.upperBound { indentLines(start..<range.upperBound, by: unit) }
    }

    /// Adds one level of indentation to whole lines.
    func indentLines(_ lines: Range<Int>, by unit: String? = nil) {
      var offset = lines.lowerBound
      while offset < lines.upperBound {
        let end = lineEnd(offset)
        if !text(offset..<end).allSatisfy(\.isWhitespace) {
          edits.insert(unit ?? indentationUnit, at: offset, side: .after)
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
  }
#endif
