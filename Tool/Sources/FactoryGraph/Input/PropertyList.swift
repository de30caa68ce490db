// Factory, MIT licence; see LICENSE
//
// Reads property lists in the old text format, in which Xcode writes its projects.
/// A value of a property list.
indirect enum PropertyList: Equatable {
  case string(String)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// Nil if the text is not a property list.
  init?(parsing text: String) {
    var parser = Parser(text)
    guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = value
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The strings of an array; empty if it is something else.
  var strings: [String] {
    if case .array(let values) = self { values.compactMap(\.string) } else { [] }
  }

  subscript(key: String) -> PropertyList? {
    if case .dictionary(let values) = self { values[key] } else { nil }
  }
}

/// Reads bytes from left to right.
private struct Parser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  mutating func value(depth: Int) -> PropertyList? {
    skipSpace()
    // Projects are five levels deep.
    guard depth < 64, position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return dictionary(depth)
    case UInt8(ascii: "("): return array(depth)
    default: return string().map { .string($0) }
    }
  }

  private mutating func dictionary(_ depth: Int) -> PropertyList? {
    position += 1
    var values: [String: PropertyList] = [:]
    while !take("}") {
      guard let key = string(), take("="), let value = value(depth: depth + 1), take(";") else {
        return nil
      }
      values[key] = value
    }
    return .dictionary(values)
  }

  private mutating func array(_ depth: Int) -> PropertyList? {
    position += 1
    var values: [PropertyList] = []
    while !take(")") {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      if !take(",") {
        guard take(")") else { return nil }
        break
      }
    }
    return .array(values)
  }

  private mutating func string() -> String? {
    skipSpace()
    guard position < bytes.count else { return nil }
    if bytes[position] == UInt8(ascii: "\"") { return quoted() }
    let start = position
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quoted() -> String? {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), position < bytes.count {
        let escaped = bytes[position]
        position += 1
        text.append(escaped == UInt8(ascii: "n") ? UInt8(ascii: "\n") : escaped)
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_$/:.-+@".utf8.contains(byte)
    }
  }

  /// Takes a character, if it is the next one.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while position < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      } else if bytes[position...].starts(with: "/*".utf8) {
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        position = min(position + 2, bytes.count)
      } else if bytes[position...].starts(with: "//".utf8) {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else {
        return
      }
    }
  }
}
