// Factory, MIT licence; see LICENSE
//
// The text of a file.
import Foundation

extension String {
  /// The text of a file in UTF-8, with a byte order mark if it has one; nil if it is in another
  /// encoding. `String(validating:as:)` does the same, from macOS 15 on.
  public init?(utf8 data: Data) {
    guard let text = data.withUnsafeBytes({ Self(valid: $0) }) else { return nil }
    self = text
  }

  private init?(valid bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced.
    if !utf8.elementsEqual(bytes) { return nil }
  }

  /// Whether a text is a part of this one. `contains` compares characters, which takes longer.
  func hasText(_ text: String) -> Bool {
    var rest = utf8[...]
    while let start = rest.firstIndex(of: text.utf8.first!) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }
}
