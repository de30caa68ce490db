// Factory, MIT licence; see LICENSE
//
// A unique key for each static factory.

/// The unique name of a static factory, even if others are declared with the same name and type.
///
/// FactoryKit identifies a factory by its property's name, but in the initial value of a static
/// property `#function` is the name of the type. In 1.x each factory that is created is distinct,
/// so each gets a new key: the value of `#function`, for messages, then U+0001 and the key's own
/// address in digits.
struct FactoryName: Sendable {
  let key: StaticString

  /// Costs one allocation that is never freed, like the static property that stores the factory.
  init(_ text: StaticString) {
    let room = text.description.utf8.count + 2 + 2 * MemoryLayout<UInt>.size
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
    bytes.initialize(repeating: 0)
    let start = bytes.baseAddress!
    let name = "\(text)\u{1}\(String(UInt(bitPattern: start), radix: 16))"
    let (_, end) = bytes.update(from: name.utf8)
    // At least the last byte is still zero, like the terminator of a literal.
    precondition(end < room, "Factory: a factory's name is longer than its text and an address")
    key = Self.string(UnsafePointer(start), end)
  }

  /// A `StaticString` of text that is never freed and is null-terminated, like a literal.
  private static func string(_ start: UnsafePointer<UInt8>, _ count: Int) -> StaticString {
    /// The stored properties of `StaticString`, a frozen type of the standard library.
    struct Layout {
      let start: UInt
      let count: UInt
      /// Zero: a pointer to text that is not known to be ASCII.
      let flags: UInt8
    }
    let layout = Layout(start: UInt(bitPattern: start), count: UInt(count), flags: 0)
    // `StaticString` is frozen with these three fields; the precondition below checks the result.
    let string = unsafeBitCast(layout, to: StaticString.self)
    precondition(
      string.hasPointerRepresentation && string.utf8Start == start
        && string.utf8CodeUnitCount == count,
      "Factory: StaticString is not laid out as in the standard library this was written for")
    return string
  }
}
