// Factory, MIT licence; see LICENSE
//
// The facts of many files in one.
import Foundation

/// The bytes of a file of the cache: a mark, the length of the index, the index, and the facts of
/// each file as a block of bytes.
struct FactsPack: Sendable {
  struct Entry {
    var content: ContentHash
    var offset: Int
    /// Of the block: damaged bytes are not decoded.
    var check: ContentHash
  }

  /// Tells a pack from other files. Facts of another build are in another file, so that nothing has
  /// to change here when facts do.
  private static let mark: [UInt8] = Array("factory facts 1\n".utf8)
  private static let headerSize = mark.count + 8

  private var bytes: [UInt8] = []
  private var entries: [ContentHash: Entry] = [:]

  init() {}

  /// Without entries, if the data are not those of a pack.
  init(_ data: Data) {
    let bytes = [UInt8](data)
    guard bytes.count >= Self.headerSize, bytes.starts(with: Self.mark) else { return }
    let length = bytes[Self.mark.count..<Self.headerSize].reduce(0) { $0 << 8 | UInt64($1) }
    guard length <= bytes.count - Self.headerSize else { return }
    let start = Self.headerSize + Int(length)
    guard let index = Self.index(of: bytes[Self.headerSize..<start]),
      index.allSatisfy({ $0.fits(bytes.count - start) })
    else { return }
    self.bytes = bytes
    for var entry in index {
      entry.offset += start
      entries[entry.content] = entry
    }
  }

  private static func index(of bytes: ArraySlice<UInt8>) -> [Entry]? {
    bytes.withUnsafeBytes {
      guard var decoder = try? FactsDecoder($0) else { return nil }
      return try? [Entry](from: &decoder)
    }
  }

  static func data(of blocks: [ContentHash: ArraySlice<UInt8>]) -> Data {
    var index: [Entry] = []
    var content: [UInt8] = []
    for (hash, block) in blocks {
      let check = block.withUnsafeBytes { ContentHash($0) }
      index.append(Entry(content: hash, offset: content.count, check: check))
      content += block
    }
    var encoder = FactsEncoder()
    encoder.encode(index)
    let encoded = encoder.bytes
    let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: encoded.count >> ($0 * 8)) }
    return Data(mark + length + encoded + content)
  }

  /// The facts of a file, and their bytes.
  func facts(of content: ContentHash) -> (FileFacts, ArraySlice<UInt8>)? {
    guard let entry = entries[content] else { return nil }
    let block = bytes[entry.offset..<entry.offset + entry.check.count]
    return block.withUnsafeBytes {
      guard ContentHash($0) == entry.check, var decoder = try? FactsDecoder($0),
        let facts = try? FileFacts(from: &decoder)
      else { return nil }
      return (facts, block)
    }
  }

  /// The number of files.
  var count: Int { entries.count }
}

extension FactsPack.Entry: FactsCodable {
  /// Whether the block is within so many bytes.
  func fits(_ size: Int) -> Bool {
    offset >= 0 && offset <= size && check.count >= 0 && check.count <= size - offset
  }

  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(content)
    encoder.encode(offset)
    encoder.encode(check)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      content: try decoder.decode(), offset: try decoder.decode(), check: try decoder.decode())
  }
}
