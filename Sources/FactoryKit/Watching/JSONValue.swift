// Factory, MIT licence; see LICENSE
//
// Writes JSON without Foundation.

/// A value that can be written as JSON.
enum JSONValue {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONValue])
  /// Written in this order.
  case object([(String, JSONValue)])

  /// The value in one line, except that the elements of the outermost object's arrays have a line
  /// each.
  var text: String {
    var text = ""
    write(to: &text, depth: 0)
    return text + "\n"
  }

  private func write(to text: inout String, depth: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += depth == 1 ? "," : ", " }
        if depth == 1 { text += "\n    " }
        value.write(to: &text, depth: depth + 1)
      }
      text += depth == 1 && !values.isEmpty ? "\n  ]" : "]"
    case .object(let members):
      text += depth == 0 ? "{\n  " : "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += depth == 0 ? ",\n  " : ", " }
        Self.write(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, depth: depth + 1)
      }
      text += depth == 0 ? "\n}" : "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Optional where Wrapped == String {
  var json: JSONValue { map(JSONValue.string) ?? .null }
}
