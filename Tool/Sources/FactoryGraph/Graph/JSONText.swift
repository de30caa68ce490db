// Factory, MIT licence; see LICENSE
//
// JSON as text. Foundation's encoder leaves out `nil` and formats differently on Apple's systems
// and on Linux; this text is the same everywhere, so that it can be committed and compared.
/// A value that is written as JSON. The keys of an object are sorted.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONText])
  case object([String: JSONText])

  init(_ text: String?) { self = text.map(JSONText.string) ?? .null }

  enum Style {
    /// Two spaces for each level, and a line for each element and key.
    case pretty
    /// One line, for a `<script>` element: no character in it has a meaning in HTML.
    case script
  }

  func text(_ style: Style) -> String {
    var text = ""
    write(to: &text, style: style, indentation: "")
    return text
  }

  private func write(to text: inout String, style: Style, indentation: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): Self.quote(value, to: &text, style: style)
    case .array(let elements):
      Self.list(elements, in: ("[", "]"), to: &text, style: style, indentation: indentation) {
        $0.write(to: &$1, style: style, indentation: $2)
      }
    case .object(let members):
      let members = members.sorted { $0.key < $1.key }
      Self.list(members, in: ("{", "}"), to: &text, style: style, indentation: indentation) {
        Self.quote($0.key, to: &$1, style: style)
        $1 += style == .pretty ? ": " : ":"
        $0.value.write(to: &$1, style: style, indentation: $2)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], in brackets: (open: String, close: String), to text: inout String,
    style: Style, indentation: String, write: (Element, inout String, String) -> Void
  ) {
    text += brackets.open
    let inner = indentation + "  "
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if style == .pretty { text += "\n" + inner }
      write(element, &text, inner)
    }
    if style == .pretty, !elements.isEmpty { text += "\n" + indentation }
    text += brackets.close
  }

  private static func quote(_ value: String, to text: inout String, style: Style) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}":
        if style == .script { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
      case "\0"..."\u{1F}", "\u{7F}": text += escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// `\u003c`.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
