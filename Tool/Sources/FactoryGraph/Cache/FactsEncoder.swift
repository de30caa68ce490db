// Factory, MIT licence; see LICENSE
//
// Writes facts as bytes.
/// Something that the cache stores.
protocol FactsCodable {
  func encode(to encoder: inout FactsEncoder)
  init(from decoder: inout FactsDecoder) throws(FactsError)
}

/// Bytes that are not what the encoder writes.
struct FactsError: Error {}

/// Numbers take as few bytes as they need, and each text is written once: facts repeat the same
/// few names. A decoder of `Codable` creates a container for each value, which takes longer than
/// reading it.
struct FactsEncoder {
  private var body: [UInt8] = []
  private var texts: [UInt8] = []
  private var indices: [String: Int] = [:]

  /// The texts, and then the values.
  var bytes: [UInt8] {
    var all: [UInt8] = []
    Self.append(indices.count, to: &all)
    return all + texts + body
  }

  mutating func encode(_ value: some FactsCodable) { value.encode(to: &self) }

  mutating func encode(number: Int) { Self.append(number, to: &body) }

  mutating func encode(text: String) {
    if let known = indices[text] { return encode(number: known) }
    encode(number: indices.count)
    indices[text] = indices.count
    Self.append(text.utf8.count, to: &texts)
    texts += text.utf8
  }

  /// Seven bits a byte, the lowest ones first; the eighth bit says that more follow.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: number)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
