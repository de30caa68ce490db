// Factory, MIT licence; see LICENSE
//
// The names of declarations and uses.
import SwiftSyntax

extension TokenSyntax {
  /// The name without the backticks that make a word of the language a name. `` `init` `` and
  /// `` `self` `` keep them: without, they mean something else.
  var plainName: String {
    let text = text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    let name = String(text.dropFirst().dropLast())
    return ["init", "self", "Self"].contains(name) ? text : name
  }
}
