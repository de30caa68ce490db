// Factory, MIT licence; see LICENSE
//
// The commands other than check.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct CommandTests {
    /// A package with one module.
    private func workspace() throws -> Workspace {
      let target = "[.executableTarget(name: \"App\", path: \"App\")]"
      return try Workspace([
        "App/A.swift": Programs.clean,
        "Package.swift":
          "import PackageDescription\nlet package = Package(name: \"P\", targets: \(target))\n",
      ])
    }

    @Test(
      "graph prints each format",
      arguments: [
        ("html", "<!DOCTYPE html>"), ("mermaid", "flowchart"), ("dot", "digraph"), ("json", "{"),
      ])
    func graph(format: String, start: String) throws {
      let run = try workspace().run("graph", "--format", format)
      #expect(run.status == 0)
      #expect(run.output.hasPrefix(start), "\(run.output.prefix(40))")
      #expect(run.output.contains("engine"))
      #expect(run.errors == "")
    }

    @Test("graph --output writes the file and prints nothing to standard output")
    func output() throws {
      let workspace = try workspace()
      let run = try workspace.run("graph", "--output", "g.html")
      #expect(run.output == "")
      #expect(run.errors == "factory: 3 factories written to g.html\n")
      #expect(try workspace.text("g.html").hasPrefix("<!DOCTYPE html>"))
    }

    @Test("The graph's JSON has the keys of the contract")
    func graphJSON() throws {
      let json = try workspace().run("graph", "--format", "json").json()
      #expect(
        Set(json.keys) == ["version", "containers", "factories", "edges", "unresolved"])
      let factory = try #require((json["factories"] as? [[String: Any]])?.first)
      #expect(
        Set(factory.keys) == [
          "id", "targets", "container", "name", "type", "kind", "scope", "parameterised",
          "contexts",
          "isolation", "path", "line", "column",
        ])
      let edge = try #require((json["edges"] as? [[String: Any]])?.first)
      #expect(Set(edge.keys) == ["from", "to", "kind", "path", "line"])
    }

    @Test(
      "graph shows parts",
      arguments: [
        (["--root", "car"], ["car", "engine"]), (["--root", "engine"], ["engine"]),
        (["--root", "engine", "user"], ["engine", "user"]),
        (["--container", "Container"], ["car", "engine", "user"]),
        (["--module", "App"], ["car", "engine", "user"]),
      ])
    func parts(options: [String], names: [String]) throws {
      let json = try workspace().run(["graph", "--format", "json"] + options).json()
      let factories = try #require(json["factories"] as? [[String: Any]])
      #expect(factories.compactMap { $0["name"] as? String }.sorted() == names)
    }

    @Test("explain says what a factory needs and what needs it")
    func explain() throws {
      let workspace = try workspace()
      let run = try workspace.run("explain", "car")
      #expect(run.output.contains("App.Container.car: factory of Car\n"))
      #expect(run.output.contains("  needs:\n    App.Container.engine"))
      #expect(try workspace.run("explain", "App.Container.car").output == run.output)
      #expect(try workspace.run("explain", "Container.car", ".").output == run.output)
    }

    @Test("explain suggests names that are like an unknown one")
    func suggestions() throws {
      let run = try workspace().run("explain", "engin")
      #expect(run.status == 2)
      #expect(
        run.errors.contains("The program has no factory 'engin'. Did you mean 'engine'?"))
      #expect(try !workspace().run("explain", "database").errors.contains("Did you mean"))
    }

    @Test("--version prints the version that the changelog names")
    func version() throws {
      let run = try workspace().run("--version")
      #expect(run.status == 0)
      let version = try #require(run.lines.first)
      #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
      let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
      let changelog = try String(
        contentsOf: URL(fileURLWithPath: "\(root)/CHANGELOG.md"), encoding: .utf8)
      #expect(changelog.contains(version))
    }

    @Test("stats counts, as text and as JSON")
    func stats() throws {
      #expect(try workspace().run("stats").output.contains("\nfactories: 3\n"))
      let json = try workspace().run("stats", "--format", "json").json()
      #expect(json["factories"] as? Int == 3)
    }

    @Test("promises lists the promises and where they are registered")
    func promises() throws {
      let run = try workspace().run("promises")
      #expect(
        run.output
          == "App.Container.user (promised), App/A.swift:5: registered at App/A.swift:12\n")
    }

    @Test("promises --swift does not check on the shared container what only children register")
    func promisesOfChildren() throws {
      let workspace = try Workspace([
        "main.swift": """
        import FactoryKit
        extension Container {
          var user: Factory<Int> { required() }
          var store: Factory<Int> { required() }
        }
        Container.shared.store.register { 1 }
        let request = Container(parent: .shared)
        request.user.register { 2 }
        """
      ])
      let name = workspace.url.lastPathComponent
      #expect(
        try workspace.run("promises", "--swift").lines == [
          "try Container.shared.validate(", "  \\.store", ")",
          "// \(name).Container.user is registered on child containers only, at main.swift:8. "
            + "Check it there: try child.validate(\\.user)",
        ])
      #expect(
        try workspace.run("promises").output.contains(
          "user (required), main.swift:3: registered on children only, at main.swift:8\n"))
    }

    @Test("promises does not say that nothing registers what is passed on")
    func passedPromises() throws {
      let workspace = try Workspace([
        "A.swift": """
        import FactoryKit
        extension Container {
          var one: Factory<Int> { required() }
          var two: Factory<Int> { required() }
          var three: Factory<Int> { required() }
        }
        func register(_ factory: Factory<Int>) { factory.register { 1 } }
        register(Container.shared.one)
        try Container.shared.validate(\\.two)
        [\\Container.three].forEach { Container.shared[keyPath: $0].register { 2 } }
        """
      ])
      let lines = try workspace.run("promises").lines
      #expect(
        lines.map { $0.contains("passed to code that may register it") } == [true, true, false])
      #expect(lines[2].hasSuffix("nothing registers it"))
    }

    @Test("promises --swift prints Swift, which names the promises")
    func promisesSwift() throws {
      let workspace = try workspace()
      let run = try workspace.run("promises", "--swift")
      #expect(run.output == "try Container.shared.validate(\n  \\.user\n)\n")
      // It has no syntax errors.
      try workspace.write("func f() throws {\n\(run.output)}\n", to: "New/P.swift")
      #expect(try workspace.run("check", "New").output == "")
    }

    @Test("promises --swift explains what validate cannot check, in comments")
    func promisesWithoutKeyPath() throws {
      let workspace = try Workspace([
        "A.swift": """
        import FactoryKit
        final class Own: ManagedContainer { let manager = ContainerManager() }
        extension Own { var own: Factory<Int> { required() } }
        extension Container {
          func function(_ key: StaticString) -> Factory<Int> { required(key: key) }
          fileprivate var hidden: Factory<Int> { required() }
          var seen: Factory<Int> { required() }
        }
        extension SharedContainer { var ofAll: Factory<Int> { required() } }
        """
      ])
      let lines = try workspace.run("promises", "--swift").lines
      #expect(lines.prefix(3) == ["try Container.shared.validate(", "  \\.seen", ")"])
      for (name, reason) in [
        ("function", "it is a function"), ("hidden", "it is private to its file"),
        ("own", "Own has no shared container"),
        ("ofAll", "validate each container that conforms to SharedContainer"),
      ] {
        #expect(
          lines.contains {
            $0.hasPrefix("// ") && $0.hasSuffix(".\(name) is not checked: \(reason).")
          },
          "\(lines)")
      }
    }

    @Test("promises --swift leaves out what is internal to one of several modules")
    func internalPromises() throws {
      let workspace = try Workspace([
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "P", targets: [.target(name: "One"), .target(name: "Two")])
        """,
        "Sources/One/A.swift": """
        import FactoryKit
        extension Container {
          var internalOne: Factory<Int> { required() }
          public var publicOne: Factory<Int> { required() }
        }
        """,
        "Sources/Two/B.swift": """
        import FactoryKit
        extension Container { public var publicTwo: Factory<Int> { required() } }
        """,
      ])
      let output = try workspace.run("promises", "--swift").output
      #expect(
        output == """
          try Container.shared.validate(
            \\.publicOne,
            \\.publicTwo
          )
          // One.Container.internalOne is not checked: it is internal to the module One.

          """)
    }

    @Test("rules lists the rules with their severities, and explains one")
    func rules() throws {
      let list = try Workspace().run("rules")
      #expect(list.lines.contains { $0.hasPrefix("stored-factory ") && $0.contains(" error ") })
      let page = try Workspace().run("rules", "stored-factory")
      #expect(page.output.hasPrefix("# stored-factory\n"))
    }

    @Test(
      "The current folder is the program if there is no path",
      arguments: [
        ["check"], ["graph"], ["stats"], ["promises"], ["explain", "car"],
      ])
    func currentFolder(command: [String]) throws {
      let workspace = try workspace()
      #expect(try workspace.run(command).output == workspace.run(command + ["."]).output)
    }

    @Test(
      "A manifest that cannot be understood leaves its files in one module",
      arguments: [
        "let package = Package(name: \"P\", targets: [.target(name: \"App\"",
        "let package = Package(name: \"P\", targets: [\"App\"].map { .target(name: $0) })\n",
        "import Foundation\nfatalError(\"\")\n", "",
      ])
    func manifest(text: String) throws {
      let workspace = try workspace()
      try workspace.write("import PackageDescription\n" + text, to: "Package.swift")
      let run = try workspace.run("stats")
      #expect(run.status == 0)
      #expect(run.output.contains("\nfactories: 3\n"))
    }

    @Test("One file at several paths is read once")
    func sameFile() throws {
      let workspace = try Workspace(["App/A.swift": Programs.clean])
      let run = try workspace.run("stats", "App", "./App", "--format", "json")
      #expect(try run.json()["files"] as? Int == 1)
    }

    @Test("migrate leaves out what factory.yml excludes")
    func migrateExcludes() throws {
      let old = "import Factory\nlet x = Container.x()\n"
      let workspace = try Workspace([
        "factory.yml": "exclude: [Old/**]", "App/A.swift": old, "Old/A.swift": old,
      ])
      #expect(try workspace.run("migrate", "--from", "factory1").status == 0)
      #expect(try workspace.text("App/A.swift") != old)
      #expect(try workspace.text("Old/A.swift") == old)
    }

    @Test("A folder without Swift files is said to have none")
    func noFiles() throws {
      let run = try Workspace(["README.md": ""]).run("check")
      #expect(run.status == 0)
      #expect(run.errors.contains("factory: no Swift files in ."))
    }
  }
#endif
