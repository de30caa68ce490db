// Factory, MIT licence; see LICENSE
//
// How the cache stores values of the standard library.
extension Int: FactsCodable {
  func encode(to encoder: inout FactsEncoder) { encoder.encode(number: self) }
  init(from decoder: inout FactsDecoder) throws(FactsError) { self = try decoder.decodeNumber() }
}

extension Bool: FactsCodable {
  func encode(to encoder: inout FactsEncoder) { encoder.encode(number: self ? 1 : 0) }
  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self = try decoder.decodeNumber() != 0
  }
}

extension String: FactsCodable {
  func encode(to encoder: inout FactsEncoder) { encoder.encode(text: self) }
  init(from decoder: inout FactsDecoder) throws(FactsError) { self = try decoder.decodeText() }
}

extension Optional: FactsCodable where Wrapped: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(self != nil)
    if let self { encoder.encode(self) }
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self = try Bool(from: &decoder) ? try Wrapped(from: &decoder) : nil
  }
}

extension Array: FactsCodable where Element: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(number: count)
    for element in self { encoder.encode(element) }
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self = []
    let count = try decoder.decodeCount()
    reserveCapacity(count)
    for _ in 0..<count { append(try Element(from: &decoder)) }
  }
}

extension FactsCodable where Self: RawRepresentable, RawValue == String {
  func encode(to encoder: inout FactsEncoder) { encoder.encode(text: rawValue) }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    guard let value = Self(rawValue: try decoder.decodeText()) else { throw FactsError() }
    self = value
  }
}
