// Factory, MIT licence; see LICENSE
//
// The edits of a file. An edit may lie inside of another one that moves its text.
#if Tool
  struct EditList {
    let bytes: [UInt8]
    private var edits: [Edit] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isEmpty: Bool { edits.isEmpty }

    mutating func replace(_ range: Range<Int>, with pieces: [Piece]) {
      edits.append(Edit(range: range, pieces: pieces, side: .after, order: edits.count))
    }

    mutating func insert(_ text: String, at offset: Int, side: Edit.Side) {
      edits.append(
        Edit(range: offset..<offset, pieces: [.text(text)], side: side, order: edits.count))
    }

    /// The new text of the file.
    func rendered() -> String {
      let sorted = edits.sorted(by: Edit.isBefore)
      return String(decoding: render(0..<bytes.count, sorted[...], isWhole: true), as: UTF8.self)
    }

    /// The new text of a part of the file.
    func rendered(_ range: Range<Int>) -> String {
      let sorted = edits.sorted(by: Edit.isBefore)
      return String(decoding: render(range, sorted[...], isWhole: false), as: UTF8.self)
    }

    private func render(
      _ range: Range<Int>, _ edits: ArraySlice<Edit>, isWhole: Bool
    ) -> [UInt8] {
      var result: [UInt8] = []
      var position = range.lowerBound
      for (index, edit) in zip(edits.indices, edits) {
        guard edit.range.lowerBound >= position, edit.range.upperBound <= range.upperBound else {
          continue
        }
        if edit.range.isEmpty, !isWhole {
          // The insertion belongs to text that is not a part of the range.
          if edit.side == .before, edit.range.lowerBound == range.lowerBound { continue }
          if edit.side == .after, edit.range.lowerBound == range.upperBound { continue }
        }
        result += bytes[position..<edit.range.lowerBound]
        for piece in edit.pieces {
          switch piece {
          case .text(let text): result += Array(text.utf8)
          case .source(let part): result += render(part, edits[(index + 1)...], isWhole: false)
          }
        }
        position = edit.range.upperBound
      }
      result += bytes[position..<max(position, range.upperBound)]
      return result
    }
  }
#endif
