// Factory, MIT licence; see LICENSE
//
// The edits of a file. An edit may lie inside of another one that moves its text.
struct EditList {
  let bytes: [UInt8]
  private var edits: [Edit] = []
  /// Text that is moved elsewhere by another edit.
  private var removed: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
    let range = pieces.isEmpty ? remaining(of: range) : range
    edits.append(Edit(range: range, pieces: pieces, side: .after, order: edits.count))
  }

  mutating func insert(_ text: String, at offset: Int, side: Edit.Side) {
    edits.append(
      Edit(range: offset..<offset, pieces: [.text(text)], side: side, order: edits.count))
  }

  /// Removes text at its place. Edits that move the text are not affected.
  mutating func remove(_ range: Range<Int>) {
    removed.append(remaining(of: range))
  }

  /// What an earlier removal has left of a range, as both may include the same semicolon.
  private func remaining(of range: Range<Int>) -> Range<Int> {
    let earlier = removed + edits.lazy.filter(\.pieces.isEmpty).map(\.range)
    let end = earlier.filter { $0.lowerBound < range.lowerBound && $0.contains(range.lowerBound) }
      .map(\.upperBound).max()
    guard let end, end < range.upperBound else { return range }
    return end..<range.upperBound
  }

  mutating func insert(_ pieces: [Piece], at offset: Int, side: Edit.Side) {
    edits.append(Edit(range: offset..<offset, pieces: pieces, side: side, order: edits.count))
  }

  /// The new text of the file.
  func rendered() -> String {
    let sorted = edits.sorted(by: Edit.isBefore)
    // Only at the place itself, hence not in `sorted`.
    let removals = removed.map { Edit(range: $0, pieces: [], side: .after, order: Edit.removal) }
    let whole = (edits + removals).sorted(by: Edit.isBefore)
    return String(decoding: render(0..<bytes.count, whole, sorted, within: nil), as: UTF8.self)
  }

  /// The new text of a part of the file, where it is moved.
  func rendered(_ range: Range<Int>) -> String {
    let sorted = edits.sorted(by: Edit.isBefore)
    return String(decoding: render(range, sorted, sorted, within: -2), as: UTF8.self)
  }

  /// - Parameters:
  ///   - edits: those to make in the range.
  ///   - moving: those to make in text that is moved.
  ///   - outer: the edit that moves the range.
  private func render(
    _ range: Range<Int>, _ edits: [Edit], _ moving: [Edit], within outer: Int?
  ) -> [UInt8] {
    let isWhole = outer == nil
    var result: [UInt8] = []
    var position = range.lowerBound
    for edit in edits[Self.first(at: range.lowerBound, in: edits)...] {
      if edit.range.lowerBound > range.upperBound { break }
      guard edit.range.lowerBound >= position, edit.range.upperBound <= range.upperBound,
        edit.order != outer
      else { continue }
      if edit.range.isEmpty, !isWhole {
        // The insertion belongs to text that is not a part of the range.
        if edit.side == .before, edit.range.lowerBound == range.lowerBound { continue }
        if edit.side == .after, edit.range.lowerBound == range.upperBound { continue }
      }
      result += bytes[position..<edit.range.lowerBound]
      for piece in edit.pieces {
        switch piece {
        case .text(let text):
          result += Array(text.utf8)
        case .deferred(let text):
          result += Array(text().utf8)
        case .source(let part):
          result += render(part, moving, moving, within: edit.order)
        }
      }
      position = edit.range.upperBound
    }
    result += bytes[position..<max(position, range.upperBound)]
    return result
  }

  /// The index of the first edit that begins at the offset or after it.
  private static func first(at offset: Int, in edits: [Edit]) -> Int {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
