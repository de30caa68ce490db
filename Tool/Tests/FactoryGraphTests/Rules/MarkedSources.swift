// Factory, MIT licence; see LICENSE
//
// Sources in which a mark stands before each place that a rule should report.
import FactoryGraph
import Testing

/// A program, and where one rule finds something in it: at each `▶`, and nowhere else.
struct RuleCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var rule: String
  var modules: [SourceModule]

  /// One file of an executable target.
  init(_ name: String, _ rule: String, _ source: String) {
    self.init(name, rule, files: ["Source.swift": source])
  }

  /// The files of an executable target.
  init(_ name: String, _ rule: String, files: [String: String]) {
    self.init(name, rule, [SourceModule("App", kind: .executable, files: files)])
  }

  /// Modules. FactoryKit is imported in each of them.
  init(_ name: String, _ rule: String, _ modules: [SourceModule]) {
    testDescription = "\(rule): \(name)"
    self.rule = rule
    self.modules = modules
  }

  /// The places of the marks, as `path:line:column`.
  var expected: [String] {
    modules.flatMap { module in
      module.files.flatMap { path, text in places(of: text).map { "\(path):\($0)" } }
    }.sorted()
  }

  var program: Program {
    Program(
      modules: modules.map { module in
        var module = module
        module.files = module.files.mapValues { $0.replacing("▶", with: "") }
        module.files["\(module.name)Import.swift"] = "import FactoryKit\n"
        if modules.count == 1 {
          module.files["Tests.swift"] = module.files["Tests.swift"] ?? usesInTests(rule)
        }
        return module
      })
  }

  var findings: [Diagnostic] { Checker().check(program).filter { $0.rule == rule } }

  /// The places of what is found, with those that notes add to the first one of a group.
  var found: [String] {
    findings.flatMap { finding in
      let others = finding.notes.filter { $0.message.hasPrefix("also: ") }
        .map { "\($0.path):\($0.line):\($0.column)" }
      let own = "\(finding.path):\(finding.line):\(finding.column)"
      return [own] + others.filter { $0 != own }
    }.sorted()
  }

  private func places(of text: String) -> [String] {
    var found: [String] = []
    var (line, column) = (1, 1)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "▶": found.append("\(line):\(column)")
      case "\n": (line, column) = (line + 1, 1)
      case "\u{FEFF}" where line == 1 && column == 1: break
      default: column += UTF8.width(scalar)
      }
    }
    return found
  }
}
