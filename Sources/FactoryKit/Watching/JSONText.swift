// Factory, MIT licence; see LICENSE
//
// Writes JSON without Foundation.

/// A value as JSON.
struct JSONText {
  let text: String

  static let null = JSONText(text: "null")

  static func bool(_ value: Bool) -> JSONText { JSONText(text: value ? "true" : "false") }

  static func number(_ value: Int) -> JSONText { JSONText(text: "\(value)") }

  /// A string; null for nil.
  static func string(_ value: String?) -> JSONText {
    guard let value else { return null }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return JSONText(text: text + "\"")
  }

  static func array(_ values: [JSONText]) -> JSONText {
    JSONText(text: "[" + join(values.map(\.text), ", ") + "]")
  }

  /// An array with a line for each element, in an object whose members have a line each.
  static func list(_ values: [JSONText]) -> JSONText {
    if values.isEmpty { return array([]) }
    return JSONText(text: "[\n    " + join(values.map(\.text), ",\n    ") + "\n  ]")
  }

  /// An object with its members in this order.
  static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    JSONText(text: "{" + join(lines(members), ", ") + "}")
  }

  /// The object of a whole document, with a line for each member.
  static func document(_ members: KeyValuePairs<String, JSONText>) -> String {
    "{\n  " + join(lines(members), ",\n  ") + "\n}\n"
  }

  private static func lines(_ members: KeyValuePairs<String, JSONText>) -> [String] {
    members.map { "\(string($0.key).text): \($0.value.text)" }
  }

  private static func join(_ parts: [String], _ separator: String) -> String {
    parts.joined(separator: separator)
  }
}
