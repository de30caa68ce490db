// Factory, MIT licence; see LICENSE
//
// Writes JSON without Foundation: arrays of objects with a line each.
internal import FactoryKitCore

/// An object in one line.
struct JSONObject {
  private var members = ""

  /// The object as JSON.
  var text: String { "{" + members + "}" }

  /// Adds a member that is a string, or null.
  @inline(never)
  mutating func add(_ name: String, _ value: String?) {
    add(name, json: value.map(Self.quoted) ?? "null")
  }

  /// Adds a member whose value is JSON already.
  @inline(never)
  mutating func add(_ name: String, json value: String) {
    members += members.isEmpty ? "\"" : ", \""
    members += name
    members += "\": "
    members += value
  }

  /// A string as JSON.
  @inline(never)
  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      if scalar < " " {
        text += scalar < "\u{10}" ? "\\u000" : "\\u00"
        text += String(scalar.value, radix: 16)
      } else {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// Objects in the order of their texts, each once.
struct JSONLines {
  private var lines: [String] = []

  @inline(never)
  mutating func insert(_ object: JSONObject) {
    let line = object.text
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] == line { return }
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    lines.insert(line, at: low)
  }

  /// An array as JSON, as the value of a member with a line of its own.
  var text: String {
    @inline(never) get {
      lines.isEmpty ? "[]" : "[\n    " + lines.joined(separator: ",\n    ") + "\n  ]"
    }
  }
}
