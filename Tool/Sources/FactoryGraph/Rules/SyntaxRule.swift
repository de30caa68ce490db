// Factory, MIT licence; see LICENSE
struct SyntaxRule: Rule {
  /// The names of the rules that comments may name. The checker knows them.
  var known: Set<String> = []

  let info = RuleInfo(
    "syntax", .warning, "A file with syntax errors, or a comment that names an unknown rule",
    example: """
      import FactoryKit

      final class Service {}

      extension Container {
      -   var service: Factory<Service> { self { Service( } }
      +   var service: Factory<Service> { self { Service() } }
      }
      """,
    why: """
      The tool analyses what it could read of the file, so findings may be missing. Correct the \
      syntax.

      A comment such as `// factory:disable RULE` silences nothing if no rule has this name; \
      `factory rules` lists the names. A comment that starts with `///` or `/*` silences nothing \
      either.
      """)

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      let facts = program.files[file].facts
      var found: [Finding] = []
      if let first = facts.syntaxErrors.first {
        let rest = facts.syntaxErrors.count - 1
        found.append(
          Finding(
            Location(file, first.place),
            first.message + (rest > 0 ? " (and \(rest) more in this file)" : "")))
      }
      for comment in facts.suppressions {
        func add(_ message: String) {
          found.append(Finding(Location(file, comment.place), message))
        }
        switch comment.kind {
        case .periphery: break
        case .otherForm:
          add(
            "this comment silences nothing. Write '// factory:disable RULE', on a line of its own "
              + "or at the end of a line.")
        case .rules(let names) where names.isEmpty:
          add("the comment names no rule, so it has no effect. Write 'factory:disable RULE'.")
        case .rules(let names):
          for name in names where !known.contains(name) {
            add("there is no rule '\(name)'. 'factory rules' lists them.")
          }
        }
      }
      return found
    }
  }
}
