// Factory, MIT licence; see LICENSE
//
// `factory graph --format html`.
extension Graph {
  /// The graph as a page of HTML that needs no other file and no network: its policy forbids
  /// requests. It has search, filters, and a list for the keyboard and screen readers.
  public func html(title: String) -> String {
    Page.html(title: title, data: JSON.script(ordered()))
  }
}

/// The parts of the page. They are string literals, and not resources, because the tool is one
/// file that also works where it is copied to, and a literal compiles faster than the array of
/// bytes into which SwiftPM turns an embedded resource.
enum Page {
  static func html(title: String, data: String) -> String {
    markup(title: escaped(title), style: style, data: data, script: script)
  }

  private static var script: String {
    [
      model, layout, parts, columns, appearance, scene, drawing, camera, tooltip, tree,
      filters, details, printing, main,
    ].joined(separator: "\n\n")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
