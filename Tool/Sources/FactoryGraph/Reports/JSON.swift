// Factory, MIT licence; see LICENSE
//
// JSON as the tool writes it.
import Foundation

/// Values as JSON with sorted keys, so that the same value always gives the same text.
enum JSON: Encodable {
  case text(String)
  case number(Int)
  case list([JSON])
  case object([String: JSON])

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try text.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .list(let list): try list.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }

  /// Indented, with a line for each value.
  static func pretty(_ value: some Encodable) -> String {
    encode(value, .prettyPrinted) + "\n"
  }

  /// For a `<script>` element: no character in it has a meaning in HTML.
  static func script(_ value: some Encodable) -> String {
    // JSON has these characters in strings only.
    ["<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u{2028}": "\\u2028", "\u{2029}": "\\u2029"]
      .reduce(encode(value, [])) {
        $0.replacingOccurrences(of: $1.key, with: $1.value, options: .literal)
      }
  }

  private static func encode(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      preconditionFailure("values of strings and numbers can be encoded: \(error)")
    }
  }
}

extension String {
  /// The text with others in the place of some characters.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
