// Factory, MIT licence; see LICENSE
//
// JSON as the tool prints it.
import Foundation

enum PrettyJSON {
  /// Pretty-printed, with sorted keys, so that the same value always gives the same text.
  static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("values of strings and numbers can be encoded: \(error)")
    }
  }
}
