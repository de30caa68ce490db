// Factory, MIT licence; see LICENSE
//
// The text of a file.
#if Tool
  import Foundation

  extension String {
    /// The text of a file in UTF-8, with a byte order mark if it has one; nil if it is in another
    /// encoding. `String(validating:as:)` does the same, from macOS 15 on.
    public init?(utf8 data: Data) {
      self.init(decoding: data, as: UTF8.self)
      if !utf8.elementsEqual(data) { return nil }
    }
  }
#endif
