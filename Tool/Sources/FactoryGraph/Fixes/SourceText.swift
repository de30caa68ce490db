// Factory, MIT licence; see LICENSE
//
// The text of a file that is changed, by fixes and by migration.
/// A file's text, with the starts of its lines.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  private let lines: [Int]

  package init(_ text: String) {
    bytes = Array(text.utf8)
    lines = bytes.lineStarts
  }

  /// The UTF-8 offset of a place.
  package func offset(_ line: Int, _ column: Int) -> Int {
    guard lines.indices.contains(line - 1) else { return bytes.count }
    // A byte order mark does not count.
    let mark = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return min(lines[line - 1] + column - 1 + mark, bytes.count)
  }

  package func offsets(of range: PlaceRange) -> Range<Int> {
    let start = offset(range.start.line, range.start.column)
    return start..<max(start, offset(range.end.line, range.end.column))
  }
}
