// Factory, MIT licence; see LICENSE
//
// Applies the fixes of findings to files.
import Foundation

/// Applies edits to texts.
package struct Fixer {
  /// The new texts by path.
  package private(set) var texts: [String: String] = [:]
  /// The findings whose fixes were applied.
  package private(set) var fixed: [Diagnostic] = []
  /// What could not be read.
  package private(set) var problems: [String] = []

  /// Applies the fixes of findings. A fix that overlaps one before it is left for the next run, and
  /// one that would remove a comment is left to the reader.
  ///
  /// - Parameters:
  ///   - diagnostics: the findings.
  ///   - read: reads a file; nil if it cannot.
  package init(_ diagnostics: [Diagnostic], read: (String) -> String? = Self.text(of:)) {
    var sources: [String: SourceText] = [:]
    var taken: [String: [Range<Int>]] = [:]
    var edits: [String: Set<OffsetEdit>] = [:]
    for diagnostic in Self.keepingComments(diagnostics, read: read) {
      guard let fix = diagnostic.fix else { continue }
      var own: [(path: String, edit: OffsetEdit)] = []
      for edit in fix.edits {
        if sources[edit.path] == nil {
          guard let text = read(edit.path) else {
            problems.append("\(edit.path): cannot be read")
            break
          }
          sources[edit.path] = SourceText(text)
        }
        own.append((edit.path, sources[edit.path]!.offsets(of: edit)))
      }
      let isFree = own.allSatisfy { path, edit in
        edits[path]?.contains(edit) == true
          || !(taken[path] ?? []).contains { $0.overlapsOrTouches(edit.range) }
      }
      guard own.count == fix.edits.count, isFree else { continue }
      for (path, edit) in own where edits[path, default: []].insert(edit).inserted {
        taken[path, default: []].append(edit.range)
      }
      fixed.append(diagnostic)
    }
    for (path, edits) in edits { texts[path] = sources[path]!.applying(edits) }
  }

  /// The findings. Those whose fix would remove a comment have a note that says so instead of the fix:
  /// a comment may say why the code is as it is, so its writer has to decide.
  ///
  /// - Parameters:
  ///   - diagnostics: the findings.
  ///   - read: reads a file; nil if it cannot. Only files that a fix changes are read.
  package static func keepingComments(
    _ diagnostics: [Diagnostic], read: (String) -> String? = Self.text(of:)
  ) -> [Diagnostic] {
    var sources: [String: SourceText?] = [:]
    return diagnostics.map { diagnostic in
      let removesComment = diagnostic.fix?.edits.contains { edit in
        let source = sources[edit.path] ?? read(edit.path).map { SourceText($0) }
        sources[edit.path] = source
        return source.map { $0.hasComment($0.offsets(of: edit).range) } ?? false
      }
      guard removesComment == true else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.leaveUnfixed("the fix would remove a comment")
      return diagnostic
    }
  }

  /// The text of a file; nil if it cannot be read.
  package static func text(of path: String) -> String? {
    FileManager.default.contents(atPath: path).flatMap { String(utf8: $0) }
  }

  /// Writes the files.
  package mutating func write() {
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      do {
        try FileText.write(text, to: path)
      } catch {
        problems.append("\(error)")
      }
    }
  }
}

/// An edit in bytes from the start of the file.
private struct OffsetEdit: Hashable {
  var range: Range<Int>
  var text: String
}

extension Range<Int> {
  /// Two insertions at one place touch, and so do an insertion and a replacement that starts there.
  fileprivate func overlapsOrTouches(_ other: Range<Int>) -> Bool {
    overlaps(other) || isEmpty && other.isEmpty && lowerBound == other.lowerBound
  }
}

extension SourceText {
  fileprivate func offsets(of edit: Diagnostic.Edit) -> OffsetEdit {
    OffsetEdit(
      range: offset(edit.line, edit.column)..<offset(edit.endLine, edit.endColumn),
      text: edit.text)
  }

  /// Whether there may be a comment in a range.
  fileprivate func hasComment(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.hasText("//") || text.hasText("/*")
  }

  fileprivate func applying(_ edits: Set<OffsetEdit>) -> String {
    var result = bytes
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) > ($1.range.lowerBound, $1.range.upperBound)
    }
    for edit in sorted { result.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
    return String(decoding: result, as: UTF8.self)
  }
}

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
