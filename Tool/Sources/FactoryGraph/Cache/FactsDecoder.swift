// Factory, MIT licence; see LICENSE
//
// Reads facts from bytes.
/// Reads what `FactsEncoder` has written.
struct FactsDecoder {
  // Points into memory of the caller, who keeps it for as long as the decoder is used. Every access
  // is checked against the bounds.
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var texts: [String] = []

  init(_ bytes: UnsafeRawBufferPointer) throws(FactsError) {
    self.bytes = bytes
    let count = try decodeCount()
    texts.reserveCapacity(count)
    for _ in 0..<count {
      let length = try decodeCount()
      let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
      texts.append(String(decoding: text, as: UTF8.self))
      offset += length
    }
  }

  mutating func decode<Value: FactsCodable>() throws(FactsError) -> Value {
    try Value(from: &self)
  }

  mutating func decodeNumber() throws(FactsError) -> Int {
    var number: UInt = 0
    var shift: UInt = 0
    while shift < UInt.bitWidth, offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      number |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(bitPattern: number) }
      shift += 7
    }
    throw FactsError()
  }

  /// The number of elements that follow, of which each takes a byte or more.
  mutating func decodeCount() throws(FactsError) -> Int {
    let count = try decodeNumber()
    guard count >= 0, count <= bytes.count - offset else { throw FactsError() }
    return count
  }

  mutating func decodeText() throws(FactsError) -> String {
    let index = try decodeNumber()
    guard texts.indices.contains(index) else { throw FactsError() }
    return texts[index]
  }
}
