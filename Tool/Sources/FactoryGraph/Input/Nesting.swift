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
/// So each token counts as a level, until something ends the expression: a comma, a semicolon, a
/// binary operator or a line. A closed bracket counts as one, and what is in it is a branch of its own.
///
/// The scan does not recognise regular expressions without `#`. A bracket in one is closed by the
/// next closing bracket of another kind, so the bound may be off by it, but not by more.
public struct Nesting {
  /// The levels that a file may have.
  public static let limit = 1000
  /// The parser needs time in proportion to 2ⁿ for n array literals within each other.
  public static let arrayLimit = 12

  /// What a message about a file says if its nesting is too deep for the parser.
  public static func problem(in text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var scan = Nesting(bytes)
      return scan.run().map { line, what in
        "is nested too deeply to be read: line \(line) has more than \(what)"
      }
    }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  private var levels = NestingLevels()
  /// Whether a line has ended since the last token.
  private var isAtLineStart = false
  /// Whether the last token needs more, as `try` does.
  private var isOpen = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func run() -> (line: Int, what: String)? {
    while position < bytes.count, levels.problem == nil { step() }
    levels.closeAll()
    return levels.problem.map { (line, $0) }
  }

  private mutating func step() {
    switch byte() {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      newline()
      isAtLineStart = true
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C: position += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while position < bytes.count, byte() != 10, byte() != 13 { position += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): comment()
    case UInt8(ascii: "\""): string(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "("): open(.parenthesis)
    case UInt8(ascii: "["): open(.bracket)
    case UInt8(ascii: "{"): open(.brace)
    case UInt8(ascii: ")"): close(.parenthesis)
    case UInt8(ascii: "]"): close(.bracket)
    case UInt8(ascii: "}"): close(.brace)
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      position += 1
      levels.end()
      isAtLineStart = false
    case let first where Self.isOperator(first): operation()
    default: word()
    }
  }

  /// Counts tokens, which start a new expression if they are at the start of a line and nothing
  /// joins them to what is before it.
  private mutating func count(_ tokens: Int, joins: Bool = false) {
    if isAtLineStart, !isOpen, !joins { levels.end() }
    isAtLineStart = false
    isOpen = false
    levels.count(tokens)
  }

  private mutating func open(_ opener: NestingLevels.Opener, length: Int = 1) {
    position += length
    // The arguments and the body of a call may be on the next line.
    count(1, joins: opener == .brace || opener == .parenthesis)
    levels.open(opener)
  }

  private mutating func close(_ opener: NestingLevels.Opener, length: Int = 1) {
    position += length
    let closed = levels.close(opener)
    isAtLineStart = false
    isOpen = false
    // What is after an interpolation is the rest of the string. Its interpolations are a flat list.
    if case .interpolation(let delimiter)? = closed {
      levels.end()
      stringText(delimiter)
    }
  }

  // MARK: Tokens

  private mutating func newline() {
    if byte() == 13, byte(1) == 10 { position += 1 }
    position += 1
    line += 1
  }

  private mutating func word() {
    let start = position
    while position < bytes.count, Self.isWord(byte()) { position += 1 }
    // A character that belongs to nothing.
    if position == start { position += 1 }
    let text = bytes[start..<position]
    count(1, joins: Self.joining.contains { text.elementsEqual($0.utf8) })
    isOpen = Self.opening.contains { text.elementsEqual($0.utf8) }
  }

  private mutating func operation() {
    let start = position
    while position < bytes.count, Self.isOperator(byte()) {
      // A comment may follow an operator.
      if position > start, byte() == UInt8(ascii: "/"),
        byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*")
      {
        break
      }
      position += 1
    }
    let text = bytes[start..<position]
    let isSpaced = start == 0 || Self.isSpace(bytes[start - 1])
    let isBinary = isSpaced == (position == bytes.count || Self.isSpace(byte()))
    let isArrow = text.elementsEqual("->".utf8)
    // Operators are in one flat list. `<` may start generic arguments, which are nested.
    let isFlat =
      isBinary && !isArrow && text.first != UInt8(ascii: "<")
      && text.contains {
        ![UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: ".")].contains($0)
      }
    if isFlat {
      levels.end()
      isAtLineStart = false
    } else {
      count(isArrow ? 1 : text.count, joins: true)
    }
    isOpen = true
    // `?` and `!` end an expression, and so may its line.
    if let last = text.last, last == UInt8(ascii: "?") || last == UInt8(ascii: "!") {
      isOpen = isSpaced
    }
  }

  private mutating func hash() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if byte(hashes) == UInt8(ascii: "\"") {
      position += hashes
      string(hashes: hashes)
    } else if byte(hashes) == UInt8(ascii: "/") {
      expression(hashes: hashes)
    } else {
      position += hashes
      let start = position
      while position < bytes.count, Self.isWord(byte()) { position += 1 }
      let text = bytes[start..<position]
      if text.elementsEqual("if".utf8) {
        open(.conditional, length: 0)
      } else if text.elementsEqual("endif".utf8) {
        close(.conditional, length: 0)
      } else {
        count(1)
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    while position < bytes.count {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else if byte() == 10 || byte() == 13 {
        newline()
      } else {
        position += 1
      }
    }
  }

  /// `#/…/#`
  private mutating func expression(hashes: Int) {
    position += hashes + 1
    while position < bytes.count {
      if byte() == UInt8(ascii: "/"), (1...hashes).allSatisfy({ byte($0) == UInt8(ascii: "#") }) {
        position += hashes + 1
        break
      }
      if byte() == 10 || byte() == 13 { newline() } else { position += 1 }
    }
    count(1)
  }

  private mutating func string(hashes: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline = byte(1) == quote && byte(2) == quote
    position += isMultiline ? 3 : 1
    count(1)
    stringText(NestingLevels.Delimiter(hashes: hashes, isMultiline: isMultiline))
  }

  /// Reads a string up to its end, or to an interpolation.
  private mutating func stringText(_ delimiter: NestingLevels.Delimiter) {
    func isHashed(_ offset: Int) -> Bool {
      (0..<delimiter.hashes).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }
    let quote = UInt8(ascii: "\"")
    let quotes = delimiter.isMultiline ? 3 : 1
    while position < bytes.count {
      switch byte() {
      case 10, 13:
        // A string of one line ends with it, even if its delimiter is missing.
        if !delimiter.isMultiline { return }
        newline()
      case UInt8(ascii: "\\") where isHashed(1):
        position += 1 + delimiter.hashes
        if byte() == UInt8(ascii: "(") {
          open(.interpolation(delimiter))
          return
        }
        if byte() != 10, byte() != 13 { position += 1 }
      case quote where (0..<quotes).allSatisfy({ byte($0) == quote }) && isHashed(quotes):
        position += quotes + delimiter.hashes
        return
      default: position += 1
      }
    }
  }

  // MARK: Characters

  /// Words that cannot start a statement.
  private static let joining: [String] = ["else", "catch", "where", "in", "throws", "async"]
  /// Words that are prefixes of an expression or a type, and statements that nest.
  private static let opening: [String] = [
    "try", "await", "unsafe", "some", "any", "each", "repeat", "inout", "copy", "consume",
    "sending", "borrowing", "consuming", "isolated", "throw", "return", "if", "else", "switch",
    "do", "defer",
  ]

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "`"), 0x80...0xFF:
      true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 10, 13, UInt8(ascii: "("), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"):
      true
    default: false
    }
  }
}
