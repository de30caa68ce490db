// Factory, MIT licence; see LICENSE
//
// Names for more factories than anybody would write down, so that one loop can resolve them all.

/// Names as the compiler lays out the literals of a program: one after the other, each at its own
/// address, never freed.
func names(_ count: Int) -> [StaticString] {
  let length = 12
  let text = UnsafeMutablePointer<UInt8>.allocate(capacity: count * (length + 1))
  return (0..<count).map { index in
    let start = text + index * (length + 1)
    let name = "name" + String(10_000_000 + index)
    for (offset, character) in name.utf8.enumerated() { start[offset] = character }
    start[length] = 0
    return StaticString(ascii: start, count: length)
  }
}

extension StaticString {
  /// A static string as `#function` would be, over characters that are never freed.
  init(ascii start: UnsafeMutablePointer<UInt8>, count: Int) {
    // Its stored properties: where it starts, its length, and two flags, of which the second says
    // ASCII. The precondition makes sure that this is so.
    self = unsafeBitCast((UInt(bitPattern: start), count, UInt8(2)), to: StaticString.self)
    precondition(hasPointerRepresentation && utf8Start == start && utf8CodeUnitCount == count)
  }
}
