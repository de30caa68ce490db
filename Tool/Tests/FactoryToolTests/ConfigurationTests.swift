// Factory, MIT licence; see LICENSE
//
// factory.yml, baselines and fixes.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct ConfigurationTests {
    private let programs = ["Sources/A.swift": Programs.warning, "Other/B.swift": Programs.error]

    @Test(
      "factory.yml is found in PATH and in the folders above it",
      arguments: [
        ".", "Sources", "Sources/A.swift",
      ])
    func found(path: String) throws {
      let workspace = try Workspace(programs)
      try workspace.write("rules:\n  unused-factory: error\n", to: "factory.yml")
      #expect(try workspace.run("check", path).output.contains(": error: nothing resolves"))
    }

    @Test("The nearest factory.yml is used, and --config replaces it")
    func nearest() throws {
      let workspace = try Workspace(programs)
      try workspace.write("rules:\n  unused-factory: error\n", to: "factory.yml")
      try workspace.write("rules: {unused-factory: off}", to: "Sources/factory.yml")
      #expect(try workspace.run("check", "Sources").output == "")
      #expect(try workspace.run("check", "Sources", "--config", "factory.yml").status == 1)
    }

    @Test("The globs of exclude are relative to factory.yml")
    func exclude() throws {
      let workspace = try Workspace(programs)
      try workspace.write("exclude: [Other/**]", to: "factory.yml")
      #expect(try workspace.run("check").status == 0)
      #expect(try workspace.run("check", workspace.path).status == 0)
      let run = try workspace.run("check", "Other")
      #expect(run.errors.contains("in 0 files"))
      #expect(
        run.errors.contains(
          "factory: 'exclude' in factory.yml leaves out all Swift files in Other\n"))
    }

    @Test("roots names factories that are used elsewhere")
    func roots() throws {
      let workspace = try Workspace(["A.swift": Programs.warning])
      try workspace.write("roots: [Container.unused]", to: "factory.yml")
      #expect(try workspace.run("check").output == "")
    }

    @Test("A root that no factory has ends with 2, and similar names are given")
    func unknownRoot() throws {
      let workspace = try Workspace(programs)
      try workspace.write("roots: [stored, Container.unusd, other]", to: "factory.yml")
      for path in [".", workspace.path] {
        let run = try workspace.run("check", path)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(
          run.errors.contains(
            "factory.yml: 'roots' names factories that the program does not have: "
              + "'Container.unusd', 'other'. Did you mean 'unused'?"), "\(run.errors)")
      }
    }

    @Test("Similar names are given for each root that no factory has")
    func suggestions() throws {
      let names = ["alpha", "alphb", "alphc", "zebra"]
      let factories = names.map { "  var \($0): Factory<Int> { self { 1 } }\n" }.joined()
      let workspace = try Workspace([
        "A.swift": "import FactoryKit\nextension Container {\n\(factories)}\n",
        "factory.yml": "roots: [alphx, zebrx]",
      ])
      let errors = try workspace.run("check").errors
      #expect(errors.contains("Did you mean 'alpha', 'zebra', 'alphb'?"), "\(errors)")
    }

    @Test("A root may be in the part of a file that cannot be parsed")
    func rootInBrokenFile() throws {
      let workspace = try Workspace(programs)
      try workspace.write("roots: [report]", to: "factory.yml")
      try workspace.write(
        "import FactoryKit\nextension Container {\n  var  Factory<Int> report { self { 1 } }\n}\n",
        to: "Broken.swift")
      let run = try workspace.run("check")
      #expect(run.status == 1)
      #expect(run.output.contains("Broken.swift:3"), "\(run.output)")
      #expect(!run.errors.contains("roots"), "\(run.errors)")
    }

    @Test("Roots are checked although the same configuration of another folder was used before")
    func rootsOfOtherFolder() throws {
      let workspace = try Workspace(["Sources/A.swift": Programs.warning])
      try workspace.write("roots: [unknown]", to: "Other/factory.yml")
      #expect(try workspace.run("check", "Sources", "--config", "Other/factory.yml").status == 0)
      try workspace.write("roots: [unknown]", to: "factory.yml")
      #expect(try workspace.run("check", "Sources", "--config", "factory.yml").status == 0)
      try workspace.write("roots: [unknown]", to: "Sources/factory.yml")
      #expect(try workspace.run("check", "Sources", "--config", "Sources/factory.yml").status == 2)
    }

    @Test("A root may be in files that are not read")
    func rootOfOtherFiles() throws {
      let workspace = try Workspace(programs)
      try workspace.write("roots: [unused]", to: "factory.yml")
      #expect(try workspace.run("check", "Other").status == 1)
      #expect(try workspace.run("check", "Sources", "Other/B.swift").status == 1)
      try workspace.write("roots: [unknown]", to: "factory.yml")
      try workspace.write(Data([0xFF, 0xFE, 0xFF]), to: "Other/C.swift")
      #expect(try workspace.run("check").status == 1)
    }

    @Test(
      "A configuration that cannot be used ends with 2",
      arguments: [
        ("rules: {no-rule: off}", "there is no rule 'no-rule'"),
        ("rules: {unused-factory: loud}", "the level of 'unused-factory' is 'loud'"),
        ("rules: [unused-factory]", "'rules' should list rules"),
        ("exclude: Tests", "'exclude' should be a list of strings"),
        ("include: []", "has the unknown key 'include'"),
        ("- a", "should have the keys"), ("a: [", "is not YAML"),
      ])
    func wrong(text: String, message: String) throws {
      let workspace = try Workspace(programs)
      try workspace.write(text, to: "factory.yml")
      let run = try workspace.run("check")
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.contains("factory.yml: " + message), "\(run.errors)")
    }

    @Test("Several paths are one program")
    func severalPaths() throws {
      let workspace = try Workspace([
        "Kit/A.swift": Programs.warning,
        "App/B.swift": "import FactoryKit\nlet a = Container.shared.unused()\n",
      ])
      #expect(try workspace.run("check", "Kit").output.contains("[unused-factory]"))
      #expect(try !workspace.run("check", "Kit", "App").output.contains("[unused-factory]"))
    }

    @Test("A path that is given twice is read once")
    func twice() throws {
      let run = try Workspace(["A.swift": Programs.warning]).run("check", "A.swift", ".", "A.swift")
      #expect(run.errors.contains("in 1 file with 1 factory"))
    }

    @Test("Hidden folders, builds, the packages of others and documentation are skipped")
    func skipped() throws {
      let names = [".git", ".build", ".build-tool", "DerivedData", "Pods", "Carthage", "App.docc"]
      let run = try Workspace(
        Dictionary(uniqueKeysWithValues: names.map { ("\($0)/A.swift", Programs.error) })
      ).run("check")
      #expect(run.errors.hasSuffix("\n0 errors, 0 warnings in 0 files with 0 factories\n"))
    }

    @Test("--fix leaves what the baseline accepts")
    func fixWithBaseline() throws {
      let workspace = try Workspace(["A.swift": Programs.error])
      #expect(try workspace.run("check", "--baseline", "b.json").status == 0)
      let more = Programs.error.replacingOccurrences(of: "Stores", with: "Others")
      try workspace.write(more, to: "B.swift")
      #expect(try workspace.run("check", "--fix", "--baseline", "b.json").status == 0)
      #expect(try workspace.text("A.swift") == Programs.error)
      #expect(try workspace.text("B.swift") != more)
      let diff = try workspace.run("check", "--fix", "--dry-run", "--baseline", "b.json")
      #expect(diff.output == "")
    }

    @Test("A finding whose fix would remove a comment says so, and has no fix")
    func removedComment() throws {
      let workspace = try Workspace([
        "App/A.swift": """
        import FactoryKit
        extension Scope { static var session: Cached { /* one for each log-in */ Cached() } }
        """
      ])
      let findings = try #require(
        try workspace.run("check", "--format", "json").json()["diagnostics"] as? [[String: Any]])
      let finding = try #require(findings.first { $0["rule"] as? String == "computed-scope" })
      let notes = try #require(finding["notes"] as? [[String: Any]])
      #expect(finding["fix"] is NSNull)
      #expect(
        notes.map { $0["message"] as? String }
          == ["not fixed by --fix: the fix would remove a comment"])
    }

    @Test("A dry run writes no baseline")
    func dryRunOfBaseline() throws {
      let workspace = try Workspace(["App/A.swift": Programs.warning])
      _ = try workspace.run("check", "--fix", "--dry-run", "--baseline", "b.json")
      #expect(!workspace.exists("b.json"))
    }

    @Test("A finding without a fix says why, with --verbose in text and as a note in JSON")
    func noFix() throws {
      let workspace = try Workspace([
        "A.swift": "import FactoryKit\nopen class C: SharedContainer {}\n"
      ])
      let reason =
        "A.swift:2:12: note: not fixed by --fix: the class is open, so other modules may inherit "
        + "from it"
      #expect(try workspace.run("check", "--verbose").lines.contains(reason))
      #expect(try !workspace.run("check").lines.contains(reason))
      #expect(try workspace.run("check", "--format", "json").output.contains("the class is open"))
    }

    @Test("A baseline is written when it is absent, and lines that move do not matter")
    func baseline() throws {
      let workspace = try Workspace(["A.swift": Programs.error])
      let first = try workspace.run("check", "--baseline", "b.json")
      #expect(first.status == 0)
      #expect(first.output == "")
      #expect(first.errors.contains("1 findings written to b.json"))
      #expect(try !workspace.text("b.json").contains("line"))
      try workspace.write("\n\n" + Programs.error, to: "A.swift")
      let second = try workspace.run("check", "--baseline", "b.json")
      #expect(second.status == 0)
      #expect(second.output == "")
      try workspace.write(Programs.warning, to: "B.swift")
      #expect(try workspace.run("check", "--baseline", "b.json").lines.count == 1)
    }

    @Test("--fix mends, a second run finds nothing, and the exit status is that of what remains")
    func fix() throws {
      let workspace = try Workspace(["A.swift": Programs.error])
      let run = try workspace.run("check", "--fix")
      #expect(run.status == 0)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("A.swift:5: fixed [stored-factory]\n"))
      let mended = try workspace.text("A.swift")
      #expect(
        mended.contains("public var stored: Factory<Int> { Factory(self) { 1 } }\n"))
      #expect(try workspace.run("check", "--fix", "--quiet").errors == "")
      #expect(try workspace.text("A.swift") == mended)
    }

    @Test("--fix --dry-run prints a diff, changes nothing, and exits as check does")
    func dryRun() throws {
      let workspace = try Workspace(["A.swift": Programs.error])
      let run = try workspace.run("check", "--fix", "--dry-run")
      #expect(run.status == 1)
      #expect(run.output.hasPrefix("--- A.swift\n+++ A.swift\n@@ "))
      #expect(run.output.contains("\n+  public var stored: Factory<Int> {"))
      #expect(try workspace.text("A.swift") == Programs.error)
    }

    @Test("--fix keeps carriage returns and a byte order mark")
    func fixKeepsBytes() throws {
      let text = "\u{FEFF}" + Programs.error.replacingOccurrences(of: "\n", with: "\r\n")
      let workspace = try Workspace(["A.swift": text])
      #expect(try workspace.run("check", "--fix").status == 0)
      let expected = text.replacingOccurrences(of: "let stored", with: "var stored")
        .replacingOccurrences(of: "> = Factory(Stores.shared)", with: "> { Factory(self)")
        .replacingOccurrences(of: "{ 1 }", with: "{ 1 } }")
      #expect(try workspace.text("A.swift").utf8.elementsEqual(expected.utf8))
    }

    @Test("--fix of a link changes the file that it leads to")
    func fixLink() throws {
      let workspace = try Workspace(["real/A.swift": Programs.error])
      try workspace.link("L.swift", to: "real/A.swift")
      #expect(try workspace.run("check", "--fix", "L.swift").status == 0)
      #expect(try workspace.text("real/A.swift").contains("public var stored"))
      let type = try FileManager.default.attributesOfItem(
        atPath: workspace.path + "/L.swift")[.type]
      #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
  }
#endif
