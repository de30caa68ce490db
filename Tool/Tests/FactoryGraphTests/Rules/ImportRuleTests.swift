// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Files that import both libraries")
struct ImportRuleTests {
  static let imports = [
    RuleCase(
      "both", "double-import",
      "import Testing\n▶import FactoryKit\nimport FactoryTesting\n"),
    RuleCase(
      "both, with an access level", "double-import",
      "import FactoryTesting\n  ▶internal import FactoryKit\n"),
    RuleCase(
      "a declaration of one", "double-import",
      "▶import struct FactoryKit.Factory\nimport FactoryTesting\n"),
    RuleCase(
      "one for its declarations that are not public", "double-import",
      "@testable import FactoryKit\nimport FactoryTesting\n"),
    RuleCase(
      "both, one of them from before concurrency", "double-import",
      "▶@preconcurrency import FactoryKit\nimport FactoryTesting\n"),
    RuleCase(
      "the core module", "double-import",
      "▶import FactoryKitCore\nimport FactoryTesting\n"),
    RuleCase("one of them", "double-import", "import FactoryTesting\nimport XCTest\n"),
    RuleCase(
      "clauses of #if", "double-import",
      "#if canImport(FactoryTesting)\nimport FactoryTesting\n#else\nimport FactoryKit\n#endif\n"),
    RuleCase(
      "different files", "double-import",
      files: ["A.swift": "import FactoryKit\n", "B.swift": "import FactoryTesting\n"]),
  ]

  @Test("Two imports in one file are found at FactoryKit's", arguments: imports)
  func importPlaces(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "Removing an import leaves the rest of its line",
    arguments: [
      ("import FactoryKit // for x\nimport FactoryTesting", "// for x\nimport FactoryTesting"),
      ("import FactoryKit; import FactoryTesting", "import FactoryTesting"),
      (
        "import FactoryTesting\r\nimport FactoryKit\r\nlet a = 1",
        "import FactoryTesting\r\nlet a = 1"
      ),
      ("import FactoryTesting\nimport FactoryKit", "import FactoryTesting\n"),
      ("\u{FEFF}import FactoryKit\nimport FactoryTesting", "\u{FEFF}import FactoryTesting"),
    ])
  func importFix(_ before: String, _ after: String) {
    #expect(mended("double-import", before) == after)
  }
}
