// Factory, MIT licence; see LICENSE
//
// A file that is being migrated: its syntax, the edits and the notes.
import FactoryGraph
import SwiftSyntax

final class ParsedFile {
  let path: String
  /// The file in each module that compiles it. The first one stands for all of them.
  let indices: [FileIndex]
  let modules: [ModuleIndex]
  unowned var program: Program!
  let tree: SourceFileSyntax
  /// The imports, also those within `#if`.
  let imports: [ImportFact]
  private let source: SourceText
  var edits: EditList
  /// Why the file is left as it is, if it is.
  var refusal: String?
  private(set) var notes: [Migration.Note] = []
  private(set) var counts: [String: Int] = [:]
  private let converter: SourceLocationConverter
  private var noted: Set<String> = []
  /// The types that the file declares or extends, with those around them.
  private lazy var outerTypes = Set(
    tree.nodes(MemberBlockSyntax.self).compactMap(\.enclosingTypes.first))

  init(_ path: String, _ text: String, _ indices: [FileIndex], _ modules: [ModuleIndex]) {
    self.path = path
    self.indices = indices
    self.modules = modules
    tree = FileFacts.tree(parsing: text)
    imports = tree.nodes(ImportDeclSyntax.self) {
      $0.is(CodeBlockSyntax.self) || $0.is(MemberBlockSyntax.self)
    }.compactMap(ImportFact.init)
    source = SourceText(text)
    edits = EditList(source.bytes)
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  var module: ModuleIndex { modules[0] }
  var moduleName: String { program.modules[module].name }
  /// The types as this file names them at the top level.
  var types: Types { Types(program: program, file: indices[0]) }

  /// The types as the code at a place names them.
  func types(at node: some SyntaxProtocol) -> Types {
    Types(program: program, file: indices[0], outer: node.enclosingTypes.first ?? "")
  }

  /// Whether the program declares a type of this name that the code at a place sees, so that the name
  /// does not mean the type of a library.
  func hasOwn(_ type: String, at node: some SyntaxProtocol) -> Bool {
    types(at: node).declared(type) != nil
  }

  func offset(of place: Place) -> Int { source.offset(place.line, place.column) }

  /// Whether the file belongs to the tests: what it says is not how the program is built.
  private(set) lazy var isTest: Bool = {
    let frameworks = ["XCTest", "Testing", "FactoryTesting", "Quick", "Nimble"]
    if program.modules[module].kind == .test { return true }
    if imports.contains(where: { frameworks.contains($0.module) }) { return true }
    return path.split(separator: "/").dropLast().contains {
      $0.hasSuffix("Tests") || $0.hasSuffix("Specs")
    }
  }()

  func location(of node: some SyntaxProtocol) -> Location {
    let start = converter.location(for: AbsolutePosition(utf8Offset: node.span.lowerBound))
    return Location(indices[0], Place(line: start.line, column: start.column))
  }

  /// The offset at which the parameter or local variable is declared that a name means.
  func local(_ name: String, at node: some SyntaxProtocol) -> Int? {
    program.names.local(name, at: location(of: node).place, in: indices[0]).map(offset)
  }

  // MARK: Text

  func text(_ node: some SyntaxProtocol) -> String { text(node.span) }

  func text(_ range: Range<Int>) -> String { String(decoding: edits.bytes[range], as: UTF8.self) }

  func line(of offset: Int) -> Int {
    converter.location(for: AbsolutePosition(utf8Offset: offset)).line
  }

  func isMultiline(_ range: Range<Int>) -> Bool { edits.bytes[range].contains(newline) }

  /// The offset of the first byte of the line.
  func lineStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, edits.bytes[offset - 1] != newline { offset -= 1 }
    return offset
  }

  /// The offset after the line's newline.
  func lineEnd(_ offset: Int) -> Int {
    var offset = offset
    while offset < edits.bytes.count {
      offset += 1
      if edits.bytes[offset - 1] == newline { break }
    }
    return offset
  }

  /// The spaces and tabs at the start of the line.
  func indentation(at offset: Int) -> String {
    let start = lineStart(offset)
    var end = start
    while end < edits.bytes.count, isBlank(edits.bytes[end]) { end += 1 }
    return text(start..<end)
  }

  /// Whether only spaces precede the offset in its line.
  func startsLine(_ offset: Int) -> Bool {
    edits.bytes[lineStart(offset)..<offset].allSatisfy(isBlank)
  }

  var lineBreak: String {
    guard let first = edits.bytes.firstIndex(of: newline), first > 0 else { return "\n" }
    return edits.bytes[first - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// One level of indentation, as this file writes it.
  lazy var indentationUnit: String = {
    var previousOpens = false
    var previousWidth = 0
    for line in edits.bytes.split(separator: newline) {
      let blanks = line.prefix(while: isBlank)
      if previousOpens, blanks.count > previousWidth, blanks.count < line.count {
        return String(decoding: blanks.dropFirst(previousWidth), as: UTF8.self)
      }
      let last = Self.withoutComment(line).last { !isBlank($0) && $0 != UInt8(ascii: "\r") }
      previousOpens = last == UInt8(ascii: "{")
      previousWidth = blanks.count
    }
    return "    "
  }()

  /// A line up to a blank and two slashes.
  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    let start = line.indices.dropLast(2).first {
      isBlank(line[$0]) && line[$0 + 1] == slash && line[$0 + 2] == slash
    }
    return start.map { line[..<$0] } ?? line
  }

  // MARK: Notes

  /// Records that something was rewritten, for the summary.
  func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

  /// Leaves a comment above the line of `node`, unless there is one already.
  func note(_ node: some SyntaxProtocol, _ message: String) {
    let message = message.replacing(Library.mark, with: "")
    let start = node.span.lowerBound
    let anchor = anchor(of: Syntax(node))
    guard noted.insert("\(anchor) \(message)").inserted else { return }
    let place = converter.location(for: AbsolutePosition(utf8Offset: start))
    notes.append(
      Migration.Note(path: path, line: place.line, column: place.column, message: message))
    guard !hasMark(above: anchor) else { return }
    let mark = Migration.mark
    edits.insert(
      "\(mark) \(message)\(lineBreak)\(Self.sameIndentation)", at: anchor, side: .after)
  }

  /// Stands for the indentation of the line above, which may be moved.
  private static let sameIndentation = "\u{1}"

  /// The new text of the file.
  func rendered() -> String {
    let text = withLibrary(edits.rendered())
    let parts = text.split(separator: "\u{1}", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return String(parts[0]) }
    var result = String(parts[0])
    for part in parts.dropFirst() {
      let above =
        result.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .dropLast().last ?? ""
      result += above.prefix { $0 == " " || $0 == "\t" }
      result += part
    }
    return result
  }

  private func withLibrary(_ text: String) -> String {
    let parts = text.split(separator: Library.mark, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let name = part.prefix { $0.isLetter }
      result += (hides(String(name)) ? "FactoryKit." : "") + part
    }
  }

  /// Whether a name means a type of the program somewhere in the file.
  private func hides(_ name: String) -> Bool {
    types.declared(name) != nil
      || outerTypes.contains {
        Types(program: program, file: indices[0], outer: $0).declared(name) != nil
      }
  }

  /// Records a note whose comment is a part of text that is added at the end.
  func noteAtEnd(_ message: String) {
    let place = converter.location(for: AbsolutePosition(utf8Offset: edits.bytes.count))
    notes.append(
      Migration.Note(path: path, line: place.line, column: place.column, message: message))
  }

  /// Whether a comment of an earlier run stands above the line.
  func isMarked(_ node: some SyntaxProtocol) -> Bool { hasMark(above: anchor(of: Syntax(node))) }

  private func hasMark(above offset: Int) -> Bool {
    var start = lineStart(offset)
    // Only comments, attributes and empty lines may stand between.
    while start > 0 {
      let above = lineStart(start - 1)
      let line = text(above..<start).drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix(Migration.mark) { return true }
      guard line.hasPrefix("//") else { return false }
      start = above
    }
    return false
  }

  /// The start of the outermost statement, member or file item that begins on the node's line, or
  /// of the nearest one above.
  private func anchor(of node: Syntax) -> Int {
    var current = node
    while let parent = current.parent {
      let isItem =
        current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self)
      if isItem, startsLine(current.span.lowerBound) { return current.span.lowerBound }
      current = parent
    }
    let first = node.span.lowerBound
    return startsLine(first) ? first : lineStart(first)
  }
}

/// Names of the new library in text that is written.
enum Library {
  /// Stands before such a name, which is qualified if the program has a type of the same name.
  static let mark = "\u{2}"
  static let container = mark + "Container"
  static let shared = container + ".shared"
  static let scope = mark + "Scope"
}

let newline = UInt8(ascii: "\n")
private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 9 }
