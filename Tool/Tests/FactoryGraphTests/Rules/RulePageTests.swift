// Factory, MIT licence; see LICENSE
//
// The examples of the rules' pages.
import FactoryGraph
import Foundation
import Testing

@Suite("The pages of the rules")
struct RulePageTests {
  private static let names = Rules.all.map(\.info.name)

  private func info(of name: String) throws -> RuleInfo {
    try #require(Rules.all.first { $0.info.name == name }).info
  }

  @Test("The wrong example is found", arguments: names)
  func wrong(_ name: String) throws {
    let findings = check(try info(of: name).wrong)
    #expect(findings.contains { $0.rule == name })
  }

  @Test("The page says whether findings can have a fix", arguments: names)
  func fix(_ name: String) throws {
    let info = try info(of: name)
    let findings = check(info.wrong).filter { $0.rule == name }
    #expect(info.hasFix == findings.contains { $0.fix != nil })
    #expect(info.page().contains("factory check --fix") == info.hasFix)
  }

  @Test("Nothing is found in the right example", arguments: names)
  func right(_ name: String) throws {
    let findings = check(try info(of: name).right)
    #expect(!findings.contains { $0.rule == name })
    #expect(!findings.contains { $0.rule == "syntax" })
  }

  @Test("The names are those of the contract, in its order")
  func order() {
    #expect(
      Self.names == [
        "circular-dependency", "promise-unregistered", "promise-fatal", "promise-nil",
        "unused-factory", "captive-lifetime", "baked-override",
        "scope-mismatch", "stored-factory", "computed-scope", "scope-in-definition",
        "observation-tracked-injection", "injected-parameter-factory", "parameter-ignored",
        "container-not-final", "container-not-task-local", "container-shared-inside",
        "isolated-closure", "double-import",
        "shared-state-in-tests",
        "reset-clears-registrations", "duplicate-factory", "registered-twice",
        "duplicate-auto-registering",
        "auto-register-resolves", "captured-container", "static-resolution",
        "factory-function", "syntax",
      ])
  }

  @Test("The page in Documentation/Rules is that of the rule", arguments: names)
  func page(_ name: String) throws {
    let info = try info(of: name)
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/")
    let page = try String(
      contentsOf: URL(fileURLWithPath: "\(root)/Documentation/Rules/\(info.name).md"),
      encoding: .utf8)
    // `factory rules --pages Documentation/Rules` writes them.
    #expect(page == info.page())
  }

  /// Lines such as `// In module Accounts:` and `// In the app:` begin another module.
  private func check(_ example: String) -> [Diagnostic] {
    var modules: [(name: String, text: String)] = []
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("// In module "), line.hasSuffix(":") {
        modules.append((String(line.dropFirst(13).dropLast()), ""))
      } else if line == "// In the app:" {
        modules.append(("App", ""))
      } else if line == "// In the tests:" {
        modules.append(("AppTests", ""))
      } else {
        if modules.isEmpty { modules.append(("Library", "")) }
        modules[modules.count - 1].text += line + "\n"
      }
    }
    if !modules.contains(where: { $0.name == "App" }) { modules.append(("App", "")) }
    let libraries = modules.map(\.name).filter { !$0.hasPrefix("App") }
    let program = Program(
      modules: modules.map { name, text in
        SourceModule(
          name, kind: name == "App" ? .executable : name == "AppTests" ? .test : .library,
          dependencies: name.hasPrefix("App") ? libraries : [],
          files: ["\(name)/Example.swift": text, "\(name)/Import.swift": "import FactoryKit\n"])
      })
    return Checker().check(program)
  }
}
