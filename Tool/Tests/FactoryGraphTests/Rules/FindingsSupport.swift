// Factory, MIT licence; see LICENSE
//
// Checks sources for the tests of rules.
import FactoryGraph

/// The findings of one rule as `path:line:column`, in a program of one executable target.
///
/// - Parameter files: The texts by path; `import FactoryKit` is added in a file of its own.
func findings(_ rule: String, _ files: [String: String]) -> [String] {
  found(rule, files).map { "\($0.path):\($0.line):\($0.column)" }
}

/// The findings of one rule in a single file, as `line:column`.
func findings(_ rule: String, _ source: String) -> [String] {
  found(rule, ["Source.swift": source]).map { "\($0.line):\($0.column)" }
}

func found(_ rule: String, _ files: [String: String]) -> [Diagnostic] {
  var files = files
  files["Import.swift"] = "import FactoryKit\n"
  files["Tests.swift"] = files["Tests.swift"] ?? usesInTests(rule)
  let program = Program(modules: [SourceModule("App", kind: .executable, files: files)])
  return Checker().check(program).filter { $0.rule == rule }
}

/// The text after all fixes of a rule, until none is left.
func mended(_ rule: String, _ source: String) -> String {
  var text = source
  for _ in 0..<5 {
    let fixer = Fixer(found(rule, ["Source.swift": text])) { _ in text }
    guard let new = fixer.texts["Source.swift"] else { return text }
    text = new
  }
  return text
}

/// A file with a test that names the containers of the examples, for the rule that needs one.
func usesInTests(_ rule: String) -> String? {
  rule == "container-not-task-local"
    ? "import Testing\n@Test(.container) func uses() { print(A.self, B.self, C.self, D.self, E.self) }\n"
    : nil
}
