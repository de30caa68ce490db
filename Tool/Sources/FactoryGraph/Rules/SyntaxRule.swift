// Factory, MIT licence; see LICENSE
struct SyntaxRule: Rule {
  /// The names of the rules that comments may name. The checker knows them.
  var known: Set<String> = []

  let info = RuleInfo(
    "syntax", .warning, "A file with syntax errors, or a comment that names no rule",
    wrong: """
      extension Container {
        var service: Factory<Service> { self { Service( } }
      }
      """,
    right: """
      extension Container {
        var service: Factory<Service> { self { Service() } }
      }
      """,
    why: """
      What can be read of the file is analysed, but findings may be missing. Comments such as \
      `// factory:disable RULE` with the name of a rule that does not exist silence nothing.
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
        if comment.rules.isEmpty {
          found.append(
            Finding(
              Location(file, comment.place),
              "the comment names no rule, so it has no effect. Write 'factory:disable RULE'."))
        }
        for name in comment.rules where !known.contains(name) {
          found.append(
            Finding(
              Location(file, comment.place),
              "there is no rule '\(name)'. 'factory rules' lists them."))
        }
      }
      return found
    }
  }
}
