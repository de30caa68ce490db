// Factory, MIT licence; see LICENSE
//
// What tells one static factory from another: a key that no other factory has.

/// A name that is a factory's own, though others are declared with the same text and type.
///
/// FactoryKit knows a factory by its property's name, which a static property does not tell its
/// initial value. In 1.x each factory that is made is one of its own, so each gets a new key: what
/// `#function` says, for people to read, then U+0001 and the key's own address in digits.
struct FactoryName: Sendable {
  let key: StaticString

  /// Cost: one allocation that is never freed, like the static property that holds the factory.
  init(_ text: StaticString) {
    let room = text.description.utf8.count + 2 + 2 * MemoryLayout<UInt>.size
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
    bytes.initialize(repeating: 0)
    let start = bytes.baseAddress!
    let name = "\(text)\u{1}\(String(UInt(bitPattern: start), radix: 16))"
    let (_, end) = bytes.update(from: name.utf8)
    // The last byte, at least, is still zero, as at the end of a literal.
    precondition(end < room, "Factory: a factory's name is longer than its text and an address")
    key = Self.string(UnsafePointer(start), end)
  }

  /// A `StaticString` of text that lasts as long as the process and ends with a zero byte, as a
  /// literal's does.
  private static func string(_ start: UnsafePointer<UInt8>, _ count: Int) -> StaticString {
    /// The stored properties of `StaticString`, a frozen type of the standard library.
    struct Layout {
      let start: UInt
      let count: UInt
      /// Zero: a pointer to text that is not known to be ASCII.
      let flags: UInt8
    }
    let layout = Layout(start: UInt(bitPattern: start), count: UInt(count), flags: 0)
    // `StaticString` is frozen with these three fields; read back below all the same.
    let string = unsafeBitCast(layout, to: StaticString.self)
    precondition(
      string.hasPointerRepresentation && string.utf8Start == start
        && string.utf8CodeUnitCount == count,
      "Factory: StaticString is not laid out as in the standard library this was written for")
    return string
  }
}
