// Factory, MIT licence; see LICENSE
//
// Names bytes by their content.
/// The 64-bit FNV-1a hash of bytes, and their number. Two different files of a program practically
/// never have the same one; it does not protect against somebody who constructs such files.
struct ContentHash: Sendable {
  var hash: UInt64
  var count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.hash = hash
    count = bytes.count
  }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBytes { Self($0) }
  }
}
