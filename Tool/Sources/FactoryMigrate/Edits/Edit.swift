// Factory, MIT licence; see LICENSE
//
// One change of a file's text.
/// A part of the text that an edit writes.
enum Piece {
  case text(String)
  /// A part of the original text, with the edits that lie inside of it.
  case source(Range<Int>)
  /// Text that is known when everything else is rewritten.
  case deferred(() -> String)
}

/// Replaces a range of UTF-8 offsets.
struct Edit {
  /// To which side an insertion belongs, when the text at this side is moved.
  enum Side: Int { case before, after }

  var range: Range<Int>
  var pieces: [Piece]
  /// `before`: the insertion belongs to the text that precedes it.
  var side: Side
  /// Insertions at the same place keep the order in which they were added.
  var order: Int

  /// The order of edits that remove text which another edit moves.
  static let removal = -1

  /// Insertions come before replacements that start at the same offset, and an outer edit before
  /// those inside of it.
  static func isBefore(_ first: Edit, _ second: Edit) -> Bool {
    if first.range.lowerBound != second.range.lowerBound {
      return first.range.lowerBound < second.range.lowerBound
    }
    if first.range.isEmpty != second.range.isEmpty {
      // What is inserted before text that is moved away moves with it.
      if first.order == removal { return second.side == .after }
      if second.order == removal { return first.side == .before }
      return first.range.isEmpty
    }
    if first.range.isEmpty, first.side != second.side {
      return first.side.rawValue < second.side.rawValue
    }
    if first.range.upperBound != second.range.upperBound {
      return first.range.upperBound > second.range.upperBound
    }
    return first.order < second.order
  }
}
