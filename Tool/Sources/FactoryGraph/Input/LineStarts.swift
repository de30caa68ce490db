// Factory, MIT licence; see LICENSE
//
// The lines of a text.
extension [UInt8] {
  /// The offsets at which the lines of a text in UTF-8 start. Lines end as the parser of Swift counts
  /// them: with a line feed, a carriage return, or both.
  var lineStarts: [Int] {
    var starts = [0]
    for (index, byte) in enumerated() {
      // A carriage return ends a line of its own only without a line feed after it.
      let isReturn = byte == 13 && (index + 1 == count || self[index + 1] != 10)
      if byte == 10 || isReturn { starts.append(index + 1) }
    }
    return starts
  }
}
