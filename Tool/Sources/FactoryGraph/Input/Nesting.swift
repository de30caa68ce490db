// Factory, MIT licence; see LICENSE
//
// Finds files that are nested too deeply for the parser, before it parses them.
/// An upper bound of the depth of a syntax tree, from a scan of the text.
///
/// The parser's own limit, `maximumNestingLevel`, does not replace the scan. It counts brackets, `<` and
/// `#if` only, but `a.b().c()` is one level deeper for each call, and so are `try try` and `else if`.
/// No stack is large enough for them in a file of 10 MB. Nor does the limit stop the search for the
/// meaning of arrays within each other: see `arrayLimit`.
///
/// So the scan has one count. Each token adds a level to it, until something ends the expression: a
/// comma, a semicolon, a binary operator or a line. What is after a bracket is around it, so it counts on
/// from the deepest place in the bracket.
///
/// Regular expressions without `#` are not recognised. A bracket in one is closed by the next closing
/// bracket of another kind, so the bound may be off by it, but not by more.
package struct Nesting {
  /// The levels that a file may have.
  package static let limit = 1000
  /// The parser needs time in proportion to 2ⁿ for n array literals within each other.
  package static let arrayLimit = 12

  /// What a message about a file says if its nesting is too deep for the parser.
  package static func problem(in text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var scan = Nesting(bytes)
      while scan.position < bytes.count, scan.problem == nil { scan.step() }
      return scan.problem.map {
        "is nested too deeply to be read: line \(scan.line) has more than \($0)"
      }
    }
  }

  /// A bracket, or the file.
  private struct Level {
    /// What closes it: a bracket, or `#` for `#endif`.
    var end: Unicode.Scalar
    /// The delimiter of the string that it is an interpolation of.
    var string: (hashes: Int, isMultiline: Bool)?
    /// The brackets around it that may be those of arrays, up to the next brace.
    var arrays = 0
    /// The count where it begins, and the highest within it.
    var base = 0
    var peak = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  private var levels = [Level(end: "\0")]
  private var depth = 0
  /// The limit that is exceeded; nil if none is.
  private var problem: String?
  /// Whether a line has ended since the last token.
  private var isAtLineStart = false
  /// Whether the last token needs more, as `try` does.
  private var isOpen = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The byte at an offset from the position, as a character of Latin 1.
  private func byte(_ offset: Int = 0) -> Unicode.Scalar {
    position + offset < bytes.count ? Unicode.Scalar(bytes[position + offset]) : "\0"
  }

  private mutating func step() {
    switch byte() {
    case "\n", "\r":
      newline()
      isAtLineStart = true
    case " ", "\t", "\0", "\u{0B}", "\u{0C}": position += 1
    case "/" where byte(1) == "/": skip { $0 == "\n" || $0 == "\r" }
    case "/" where byte(1) == "*": comment()
    case "\"": string(hashes: 0)
    case "#": hash()
    case "(": open(")")
    case "[": open("]")
    case "{": open("}")
    case let bracket where bracket == ")" || bracket == "]" || bracket == "}":
      position += 1
      close(bracket)
    case ",", ";":
      position += 1
      end()
    case let first where Self.isOperator(first): operation()
    default: word()
    }
  }

  // MARK: Levels

  /// Ends the current expression.
  private mutating func end() {
    depth = levels[levels.count - 1].base
    isAtLineStart = false
  }

  /// Counts tokens, which start a new expression if they are at the start of a line and nothing joins
  /// them to what is before it.
  private mutating func count(_ tokens: Int, joins: Bool = false) {
    if isAtLineStart, !isOpen, !joins { end() }
    isAtLineStart = false
    isOpen = false
    depth += tokens
    levels[levels.count - 1].peak = max(levels[levels.count - 1].peak, depth)
    if depth > Self.limit { problem = "\(Self.limit) levels" }
  }

  private mutating func open(
    _ end: Unicode.Scalar, string: (hashes: Int, isMultiline: Bool)? = nil, length: Int = 1
  ) {
    position += length
    // The arguments and the body of a call may be on the next line.
    count(1, joins: end == "}" || end == ")")
    let isExpression = string == nil && (end == ")" || end == "]")
    let arrays = isExpression ? levels[levels.count - 1].arrays + (end == "]" ? 1 : 0) : 0
    levels.append(Level(end: end, string: string, arrays: arrays, base: depth, peak: depth))
    if arrays > Self.arrayLimit { problem = "\(Self.arrayLimit) arrays within each other" }
  }

  /// Closes the innermost bracket of a kind, and those within it.
  private mutating func close(_ end: Unicode.Scalar) {
    guard let index = levels.lastIndex(where: { $0.end == end }) else { return }
    let string = levels[index].string
    while levels.count > index {
      depth = levels.removeLast().peak
      levels[levels.count - 1].peak = max(levels[levels.count - 1].peak, depth)
    }
    isAtLineStart = false
    isOpen = false
    // What is after an interpolation is the rest of the string. Its interpolations are a flat list.
    if let string {
      self.end()
      text(string)
    }
  }

  // MARK: Tokens

  private mutating func newline() {
    if byte() == "\r", byte(1) == "\n" { position += 1 }
    position += 1
    line += 1
  }

  /// Skips bytes up to one of some.
  private mutating func skip(to isEnd: (Unicode.Scalar) -> Bool) {
    while position < bytes.count, !isEnd(byte()) { position += 1 }
  }

  private mutating func word() {
    let start = position
    skip { !Self.isWord($0) }
    // A character that belongs to nothing.
    if position == start { position += 1 }
    let text = String(decoding: bytes[start..<min(position, start + 12)], as: UTF8.self)
    count(1, joins: Self.joining.contains(text))
    isOpen = Self.opening.contains(text)
  }

  private mutating func operation() {
    let start = position
    repeat { position += 1 } while Self.isOperator(byte()) && !isCommentStart
    let text = bytes[start..<position]
    let isSpaced = start == 0 || Self.isSpace(Unicode.Scalar(bytes[start - 1]))
    let isBinary = isSpaced == (position == bytes.count || Self.isSpace(byte()))
    let isArrow = text.elementsEqual("->".utf8)
    // Operators are in one flat list. `<` may start generic arguments, which are nested.
    if isBinary, !isArrow, text.first != UInt8(ascii: "<"),
      text.contains(where: { !"?!.".utf8.contains($0) })
    {
      end()
    } else {
      count(isArrow ? 1 : text.count, joins: true)
    }
    // `?` and `!` end an expression, and so may its line.
    isOpen = text.last != UInt8(ascii: "?") && text.last != UInt8(ascii: "!") || isSpaced
  }

  private var isCommentStart: Bool { byte() == "/" && (byte(1) == "/" || byte(1) == "*") }

  private mutating func hash() {
    let start = position
    skip { $0 != "#" }
    let hashes = position - start
    if byte() == "\"" { return string(hashes: hashes) }
    if byte() == "/" { return expression(hashes: hashes) }
    let name = position
    skip { !Self.isWord($0) }
    let text = bytes[name..<position]
    if text.elementsEqual("if".utf8) {
      open("#", length: 0)
    } else if text.elementsEqual("endif".utf8) {
      close("#")
    } else {
      count(1)
    }
  }

  private mutating func comment() {
    var nested = 0
    repeat {
      if byte() == "/", byte(1) == "*" {
        nested += 1
        position += 2
      } else if byte() == "*", byte(1) == "/" {
        nested -= 1
        position += 2
      } else if byte() == "\n" || byte() == "\r" {
        newline()
      } else {
        position += 1
      }
    } while nested > 0 && position < bytes.count
  }

  /// `#/…/#`
  private mutating func expression(hashes: Int) {
    position += 1
    while position < bytes.count, !(byte() == "/" && isHashed(hashes, from: 1)) {
      if byte() == "\n" || byte() == "\r" { newline() } else { position += 1 }
    }
    position += hashes + 1
    count(1)
  }

  private mutating func string(hashes: Int) {
    let isMultiline = byte(1) == "\"" && byte(2) == "\""
    position += isMultiline ? 3 : 1
    count(1)
    text((hashes, isMultiline))
  }

  /// Reads a string up to its end, or to an interpolation.
  private mutating func text(_ string: (hashes: Int, isMultiline: Bool)) {
    let quotes = string.isMultiline ? 3 : 1
    while position < bytes.count {
      switch byte() {
      case "\n", "\r":
        // A string of one line ends with it, even if its delimiter is missing.
        if !string.isMultiline { return }
        newline()
      case "\\" where isHashed(string.hashes, from: 1):
        position += 1 + string.hashes
        if byte() == "(" { return open(")", string: string) }
        if byte() != "\n", byte() != "\r" { position += 1 }
      case "\""
      where (0..<quotes).allSatisfy({ byte($0) == "\"" })
        && isHashed(string.hashes, from: quotes):
        position += quotes + string.hashes
        return
      default: position += 1
      }
    }
  }

  private func isHashed(_ hashes: Int, from offset: Int) -> Bool {
    (0..<hashes).allSatisfy { byte(offset + $0) == "#" }
  }

  // MARK: Characters

  /// Words that cannot start a statement.
  private static let joining: Set = ["else", "catch", "where", "in", "throws", "async"]
  /// Words that are prefixes of an expression or a type, and statements that nest.
  private static let opening: Set = [
    "try", "await", "unsafe", "some", "any", "each", "repeat", "inout", "copy", "consume",
    "sending", "borrowing", "consuming", "isolated", "throw", "return", "if", "else", "switch",
    "do", "defer",
  ]

  private static func isOperator(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", "/", ".", ":": true
    default: false
    }
  }

  private static func isWord(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "`", "\u{80}"..."\u{FF}": true
    default: false
    }
  }

  private static func isSpace(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case " ", "\t", "\n", "\r", "(", "[", "{", ",", ";": true
    default: false
    }
  }
}
