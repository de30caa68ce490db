// Factory, MIT licence; see LICENSE
//
// Generated names, so that one loop can resolve thousands of factories.

/// Names in memory like the literals of a program: consecutive, each with its own address, and
/// never freed.
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
  /// A static string like the value of `#function`. The characters are never freed.
  init(ascii start: UnsafeMutablePointer<UInt8>, count: Int) {
    // The stored properties of `StaticString`: its start, its length, and two flags, of which the
    // second means ASCII. The precondition checks the result.
    self = unsafeBitCast((UInt(bitPattern: start), count, UInt8(2)), to: StaticString.self)
    precondition(hasPointerRepresentation && utf8Start == start && utf8CodeUnitCount == count)
  }
}
