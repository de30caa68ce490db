// Factory, MIT licence; see LICENSE
//
// The formats of check.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct FormatTests {
    @Test("Text has the path as given, line, column, severity, message and rule")
    func text() throws {
      let workspace = try Workspace(["App/A.swift": Programs.warning])
      let message =
        "3:7: warning: nothing resolves, registers or names Container.unused. Delete it, or name "
        + "it under 'roots' in factory.yml if code that is not Swift uses it. [unused-factory]\n"
      #expect(try workspace.run("check").output == "App/A.swift:" + message)
      #expect(try workspace.run("check", "App").output == "App/A.swift:" + message)
      #expect(try workspace.run("check", "App/").output == "App/A.swift:" + message)
      #expect(try workspace.run("check", "./App").output == "./App/A.swift:" + message)
      #expect(
        try workspace.run("check", workspace.path).output
          == "\(workspace.path)/App/A.swift:" + message)
    }

    @Test("Findings are sorted by path, line and column")
    func order() throws {
      let workspace = try Workspace([
        "B.swift": Programs.error, "A.swift": Programs.warning, "A/C.swift": Programs.warning,
      ])
      let paths = try workspace.run("check", "B.swift", "A", "A.swift").lines.compactMap {
        $0.contains("note:") ? nil : $0.split(separator: ":").first.map(String.init)
      }
      #expect(paths.count > 2)
      #expect(paths == paths.sorted())
    }

    @Test("JSON has exactly the keys of the contract")
    func json() throws {
      let workspace = try Workspace([
        "A.swift": Programs.error, "B.swift": Programs.keyed("a"), "C.swift": Programs.keyed("b"),
        // A finding that says why it has no fix.
        "D.swift":
          "import FactoryKit\nextension Publisher { static var a: Scope.Cached { Scope.Cached() } }\n",
      ])
      let run = try workspace.run("check", "--format", "json")
      #expect(run.output.contains("not fixed by --fix: "))
      #expect(run.status == 1)
      #expect(run.errors == "")
      let document = try run.json()
      #expect(Set(document.keys) == ["diagnostics", "summary"])
      let summary = try #require(document["summary"] as? [String: Any])
      #expect(
        Set(summary.keys) == [
          "errors", "warnings", "files", "containers", "factories", "notRun",
        ])
      let all = try #require(document["diagnostics"] as? [[String: Any]])
      #expect(all.count == (summary["errors"] as! Int) + (summary["warnings"] as! Int))
      for found in all {
        #expect(
          Set(found.keys) == [
            "rule", "severity", "path", "line", "column", "message", "notes", "fix",
          ])
        for note in try #require(found["notes"] as? [[String: Any]]) {
          #expect(Set(note.keys) == ["path", "line", "column", "message"])
        }
        guard let fix = found["fix"] as? [String: Any] else {
          #expect(found["fix"] is NSNull)
          continue
        }
        #expect(Set(fix.keys) == ["message", "edits"])
        for edit in try #require(fix["edits"] as? [[String: Any]]) {
          #expect(
            Set(edit.keys) == ["path", "line", "column", "endLine", "endColumn", "text"])
        }
      }
      #expect(all.contains { $0["fix"] is [String: Any] })
      #expect(all.contains { ($0["notes"] as? [Any])?.isEmpty == false })
    }

    @Test("GitHub's format has one workflow command for each finding, with notes in the message")
    func github() throws {
      let workspace = try Workspace([
        "a,b.swift": Programs.keyed("a"), "c.swift": Programs.keyed("b"),
        "factory.yml": "targets: {App: ['*.swift']}",
      ])
      let run = try workspace.run("check", "--format", "github")
      #expect(run.lines.count == 3)
      #expect(run.lines.first?.hasPrefix("::warning file=a%2Cb.swift,line=3,col=7,") == true)
      #expect(run.output.contains("::error file=c.swift,line=3,col=7,title=duplicate-factory::"))
      #expect(run.output.contains("%0Aa,b.swift:3: the other one\n"))
      #expect(run.errors == "")
    }

    @Test(
      "A rule's full description in SARIF has at most 1,024 characters, as code scanning requires")
    func sarifDescriptions() throws {
      let workspace = try Workspace(["A.swift": Programs.warning])
      let document = try workspace.run("check", "--format", "sarif").json()
      let runs = try #require(document["runs"] as? [[String: Any]])
      let tool = try #require(runs.first?["tool"] as? [String: Any])
      let driver = try #require(tool["driver"] as? [String: Any])
      let rules = try #require(driver["rules"] as? [[String: Any]])
      #expect(!rules.isEmpty)
      for rule in rules {
        let description = try #require(rule["fullDescription"] as? [String: String])
        let text = try #require(description["text"])
        #expect(!text.isEmpty && text.count <= 1024)
      }
    }

    @Test("SARIF has the rules, and results that refer to them")
    func sarif() throws {
      let workspace = try Workspace(["Ä b.swift": Programs.warning])
      let run = try workspace.run("check", "--format", "sarif", workspace.path)
      let document = try run.json()
      #expect(document["version"] as? String == "2.1.0")
      let first = try #require((document["runs"] as? [[String: Any]])?.first)
      let driver = try #require((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
      let rules = try #require(driver["rules"] as? [[String: Any]])
      let result = try #require((first["results"] as? [[String: Any]])?.first)
      #expect(
        rules[try #require(result["ruleIndex"] as? Int)]["id"] as? String == "unused-factory")
      // Relative to the current folder, as code scanning needs it.
      #expect(run.output.contains("\"uri\" : \"%C3%84%20b.swift\""))
    }

    @Test("SARIF counts columns in code points, and lines as Swift does")
    func sarifColumns() throws {
      // The form feed and U+2028 end no line.
      let text =
        "// \u{C}\u{2028}\nimport FactoryKit\nextension Container {\n"
        + "  /* äö𝄞 */ var unused: Factory<Int> { self { 1 } }\n}\n"
      let workspace = try Workspace(["A.swift": text])
      let byte = try workspace.run("check").output
      #expect(byte.hasPrefix("A.swift:4:22:"))
      let first = try #require(
        (try workspace.run("check", "--format", "sarif").json()["runs"] as? [[String: Any]])?.first)
      #expect(first["columnKind"] as? String == "unicodeCodePoints")
      let result = try #require((first["results"] as? [[String: Any]])?.first)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      #expect(physical["region"] as? [String: Int] == ["startLine": 4, "startColumn": 17])
    }
  }
#endif
