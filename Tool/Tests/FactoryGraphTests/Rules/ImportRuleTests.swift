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

  /// A test target of two files with both imports, which depends on other targets and products.
  private static func target(_ dependencies: String...) -> RuleCase {
    let text = "import FactoryTesting\n▶import FactoryKit\n"
    return RuleCase(
      "", "double-import",
      [
        SourceModule(
          "Tests", kind: .test, dependencies: dependencies,
          files: ["A.swift": text, "B.swift": text]
        )
      ])
  }

  @Test("One finding stands for the files of a target, and its fix mends all of them")
  func group() throws {
    let one = Self.target("FactoryKit", "FactoryTesting")
    #expect(one.found == one.expected)
    let finding = try #require(one.findings.first)
    #expect(one.findings.count == 1)
    #expect(finding.notes.map(\.message) == ["also: 'import FactoryKit'"])
    let fixer = Fixer(one.findings) { _ in "import FactoryTesting\nimport FactoryKit\n" }
    let mended = "import FactoryTesting\n"
    #expect(fixer.texts == ["A.swift": mended, "B.swift": mended])
  }

  @Test("A target that links FactoryTesting only has one copy of FactoryKit")
  func linked() {
    #expect(Self.target("App", "FactoryTesting").findings == [])
    #expect(Self.target("App").findings.count == 1)
  }

  @Test(
    "Where only some builds import FactoryTesting, the others keep FactoryKit",
    arguments: [
      "import FactoryKit\n#if DEBUG\nimport FactoryTesting\n#endif",
      "#if DEBUG\nimport FactoryTesting\n#else\nimport A\n#endif\nimport FactoryKit",
    ])
  func someBuilds(source: String) throws {
    let finding = try #require(RuleCase("", "double-import", source).findings.first)
    #expect(
      finding.message
        == "FactoryTesting exports FactoryKit, but only some builds import it. Import FactoryKit "
        + "in the '#else' of its '#if' only.")
    #expect(mended("double-import", source) == source)
  }

  @Test("One import of FactoryTesting in all builds is enough for the fix")
  func allBuilds() {
    let rest = "import FactoryTesting\n#if DEBUG\nimport FactoryTesting\n#endif\n"
    #expect(mended("double-import", "import FactoryKit\n" + rest) == rest)
  }

  @Test(
    "An import with a wider access than that of FactoryTesting is kept",
    arguments: [
      "public import FactoryKit\nimport FactoryTesting",
      "public import FactoryKit\ninternal import FactoryTesting",
      "package import FactoryKit\nimport FactoryTesting",
      "import FactoryKit\ninternal import FactoryTesting",
      "internal import FactoryKit\nprivate import FactoryTesting",
    ])
  func widerAccess(source: String) throws {
    let finding = try #require(RuleCase("", "double-import", source).findings.first)
    #expect(mended("double-import", source) == source)
    #expect(
      finding.notes.map(\.message) == [
        "not fixed by --fix: FactoryKit may be imported with a wider access than FactoryTesting"
      ])
  }

  @Test(
    "An import whose access is that of FactoryTesting, or narrower, is removed",
    arguments: [
      ("public import FactoryKit\n", "public import FactoryTesting\n"),
      ("public import FactoryKit\n", "@_exported import FactoryTesting\n"),
      ("package import FactoryKit\n", "public import FactoryTesting\n"),
      ("import FactoryKit\n", "public import FactoryTesting\n"),
      ("internal import FactoryKit\n", "import FactoryTesting\n"),
      ("public import FactoryKit\n", "import FactoryTesting\npublic import FactoryTesting\n"),
    ])
  func sameAccess(kit: String, testing: String) {
    #expect(mended("double-import", kit + testing) == testing)
  }

  @Test(
    "An import that exports FactoryKit is for those who import the file's module",
    arguments: ["@_exported import FactoryKit", "@_exported public import FactoryKit"])
  func exported(kit: String) {
    #expect(RuleCase("", "double-import", kit + "\nimport FactoryTesting").findings == [])
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
