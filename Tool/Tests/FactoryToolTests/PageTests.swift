// Factory, MIT licence; see LICENSE
//
// What `factory graph` writes into its page: findings and links.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct PageTests {
    /// What a page contains.
    private func data(_ run: Run) throws -> [String: Any] {
      #expect(run.status == 0, "\(run.errors)")
      let start = try #require(run.output.range(of: "id=\"data\">"))
      let end = try #require(
        run.output.range(of: "</script>", range: start.upperBound..<run.output.endIndex))
      let text = run.output[start.upperBound..<end.lowerBound]
      return try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The address of the first line of a file.
    private func address(_ file: String, _ run: Run) throws -> String? {
      let links = try #require(try data(run)["links"] as? [String: Any])
      let template = try #require(links["template"] as? String)
      let paths = try #require(links["paths"] as? [String: String])
      return paths[file].map {
        template.replacingOccurrences(of: "{path}", with: $0)
          .replacingOccurrences(of: "{line}", with: "1")
      }
    }

    private func findings(_ run: Run) throws -> [String] {
      try #require(try data(run)["findings"] as? [[String: Any]]).map {
        "\($0["rule"] ?? "") \($0["severity"] ?? "") \($0["nodes"] as? [String] ?? [])"
      }
    }

    private static let two = [
      "App/A.swift": Programs.warning,
      "App/B.swift":
        "import FactoryKit\nextension Container { var b: Factory<Int> { self { 2 } } }\n",
      "Package.swift": """
      import PackageDescription
      let package = Package(name: "P", targets: [.executableTarget(name: "App", path: "App")])
      """,
    ]

    @Test("The page has what check finds, at its factories")
    func found() throws {
      #expect(
        try findings(Workspace(Self.two).run("graph")) == [
          "unused-factory warning [\"App.Container.unused\"]",
          "unused-factory warning [\"App.Container.b\"]",
        ])
    }

    @Test("The page of a part of the graph has the findings at that part")
    func part() throws {
      #expect(
        try findings(Workspace(Self.two).run("graph", "--root", "b")) == [
          "unused-factory warning [\"App.Container.b\"]"
        ])
    }

    @Test("What comments and factory.yml silence is not on the page")
    func silenced() throws {
      let workspace = try Workspace(Self.two)
      try workspace.write("rules: {unused-factory: off}", to: "factory.yml")
      #expect(try findings(workspace.run("graph")) == [])
      try workspace.write("rules: {unused-factory: error}", to: "factory.yml")
      try workspace.write(
        "// factory:disable-file unused-factory\n" + Programs.warning, to: "App/A.swift")
      #expect(
        try findings(workspace.run("graph")) == [
          "unused-factory error [\"App.Container.b\"]"
        ])
    }

    @Test("By default, places open in an editor")
    func editor() throws {
      let workspace = try Workspace(Self.two)
      #if os(macOS)
        let expected = "xcode://open?file=\(workspace.path)/App/A.swift&line=1"
      #else
        let expected = "vscode://file\(workspace.path)/App/A.swift:1"
      #endif
      #expect(try address("App/A.swift", workspace.run("graph")) == expected)
    }

    @Test("{path} is the path in the repository, from whatever folder the tool runs")
    func repository() throws {
      let workspace = try Workspace([
        "code/.git/HEAD": "", "code/My App/Ü & b.swift": Programs.warning,
      ])
      let template = "https://example.com/{path}#L{line}"
      let expected = "https://example.com/My%20App/%C3%9C%20%26%20b.swift#L1"
      let fromAbove = try workspace.run("graph", "code", "--link", template)
      #expect(try address("code/My App/Ü & b.swift", fromAbove) == expected)
      let inside = try workspace.shell(
        "cd 'code/My App' && \"$factory\" graph --link '\(template)'")
      #expect(try address("Ü & b.swift", inside) == expected)
      let whole = try workspace.run("graph", workspace.path + "/code", "--link", template)
      #expect(try address(workspace.path + "/code/My App/Ü & b.swift", whole) == expected)
    }

    @Test("Without a repository, {path} is the path in the current folder")
    func noRepository() throws {
      let run = try Workspace(Self.two).run("graph", "--link", "https://example.com/{path}")
      #expect(try address("App/A.swift", run) == "https://example.com/App/A.swift")
    }

    @Test("With --link none, the page has no link and no whole path")
    func none() throws {
      let workspace = try Workspace(Self.two)
      let run = try workspace.run("graph", "--link", "none")
      #expect(try data(run)["links"] == nil)
      #expect(!run.output.contains(workspace.path))
    }

    @Test("A page with links to a repository has no whole path")
    func privacy() throws {
      let workspace = try Workspace(Self.two)
      let run = try workspace.run("graph", "--link", "https://example.com/{path}")
      #expect(!run.output.contains(workspace.path))
    }
  }
#endif
