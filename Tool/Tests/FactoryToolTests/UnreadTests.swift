// Factory, MIT licence; see LICENSE
//
// What is said about files that are not part of the program.
#if os(macOS) || os(Linux)
  import Testing

  @Suite("Files that were not read")
  struct UnreadTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    private static let manifest =
      "import PackageDescription\nlet package = Package(name: \"P\", targets: [.target(name: \"A\")])"

    private func workspace(_ outside: [String]) throws -> Workspace {
      let workspace = try Workspace([
        "Package.swift": Self.manifest, "Sources/A/A.swift": Self.factory("a"),
        "App/Plain.swift": "let plain = 1\n",
      ])
      for name in outside { try workspace.write(Self.factory(name), to: "App/\(name).swift") }
      return workspace
    }

    @Test(
      "All commands say how many files that import the library no target compiles",
      arguments: [
        ["check"], ["check", "--quiet"], ["graph"], ["stats"], ["explain", "a"], ["promises"],
        ["migrate", "--from", "factory2"],
      ])
    func commands(arguments: [String]) throws {
      let run = try workspace(["b", "c", "d", "e", "f"]).run(arguments)
      #expect(run.status == 0)
      #expect(
        run.errors.hasPrefix(
          """
          factory: 5 Swift files that import the library were not read:
          factory:   App/b.swift: no target of Package.swift compiles it
          factory:   App/c.swift: no target of Package.swift compiles it
          factory:   App/d.swift: no target of Package.swift compiles it
          factory:   … and 2 more

          """), "\(run.errors)")
    }

    @Test("A run that finds its result in the cache says so as well")
    func cache() throws {
      let workspace = try workspace(["b"])
      let run = try workspace.shell("$factory check; $factory check; $factory check --no-cache")
      let line = "factory: 1 Swift file that imports the library was not read:\n"
      #expect(run.errors.components(separatedBy: line).count == 4, "\(run.errors)")
    }

    @Test("Nothing is said of files that do not import the library, and of those that are excluded")
    func silent() throws {
      let workspace = try workspace(["b"])
      try workspace.write("exclude: [App/b.swift]\n", to: "factory.yml")
      let run = try workspace.run("check")
      #expect(run.errors.hasPrefix("0 errors, 1 warning in 1 file with 1 factory"))
    }

    @Test(
      "If none of the files that use the library was read, the tool could not do its work",
      arguments: [["check"], ["graph"], ["stats"], ["migrate", "--from", "factory2"]])
    func none(arguments: [String]) throws {
      let workspace = try Workspace([
        "Package.swift": Self.manifest, "Sources/A/A.swift": "let a = 1\n",
        "App/B.swift": Self.factory("b"),
      ])
      let run = try workspace.run(arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.contains("App/B.swift: no target of Package.swift compiles it\n"))
    }

    @Test("A project file that lists none of the files reads none of them")
    func staleProject() throws {
      let workspace = try Workspace([
        "App.xcodeproj/project.pbxproj":
          "{ objects = { P = { targets = (); }; }; rootObject = P; }",
        "App/B.swift": Self.factory("b"),
      ])
      let run = try workspace.run("check")
      #expect(run.status == 2)
      #expect(run.errors.contains("App/B.swift: no target of App.xcodeproj compiles it\n"))
    }

    @Test(
      "The reason names what the targets come from",
      arguments: [
        (
          "factory.yml", "targets: {App: [Code/**]}", "it is in none of the targets that are listed"
        ),
        ("Sub/Package.swift", manifest, "no target of Sub/Package.swift compiles it"),
        ("project.yml", "targets: {A: {sources: [Code]}}", "no target of project.yml compiles it"),
      ])
    func reasons(path: String, text: String, reason: String) throws {
      let workspace = try Workspace([
        path: text, "Code/A.swift": Self.factory("a"), "Sub/B.swift": Self.factory("b"),
      ])
      #expect(
        try workspace.run("check").errors.contains("factory:   Sub/B.swift: \(reason)\n"))
    }

    @Test("migrate lists the files that still import the old library")
    func oldImports() throws {
      let workspace = try Workspace([
        "Package.swift": Self.manifest,
        "Sources/A/A.swift": """
        import Resolver
        extension Resolver {
          static func services() { register { 1 as Int } }
        }
        """,
        "App/B.swift": "import Resolver\n", "App/C.swift": "import Swinject\n",
      ])
      let run = try workspace.run("migrate", "--from", "resolver")
      #expect(
        run.errors.contains(
          """
          factory: 1 Swift file that imports the library was not read:
          factory:   App/B.swift: no target of Package.swift compiles it
          """), "\(run.errors)")
      #expect(
        run.errors.contains("1 file still imports the old library:\n  App/B.swift\n"),
        "\(run.errors)")
    }

    // MARK: Layouts

    private func ids(_ files: [String: String]) throws -> [String] {
      let run = try Workspace(files).run("graph", "--format", "json")
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.compactMap { $0["id"] as? String }
    }

    @Test("Sources and Tests themselves belong to the only target of their kind")
    func onlyTargets() throws {
      let targets = """
        import PackageDescription
        let package = Package(
          name: "P", targets: [.executableTarget(name: "App"), .testTarget(name: "AppTests"),
            .plugin(name: "Tool", capability: .buildTool())])
        """
      let found = try ids([
        "Package.swift": targets, "Sources/A.swift": Self.factory("a"),
        "Sources/Views/B.swift": Self.factory("b"), "Tests/T.swift": Self.factory("t"),
        "Plugins/P.swift": Self.factory("p"),
      ])
      #expect(
        found == [
          "App.Container.a", "App.Container.b", "AppTests.Container.t", "Tool.Container.p",
        ])
    }

    @Test("Sources itself belongs to no one of two targets, one of which has a path")
    func twoTargets() throws {
      let found = try ids([
        "Package.swift": "import PackageDescription\nlet package = Package(name: \"P\", targets: ["
          + ".target(name: \"One\"), .target(name: \"Two\", path: \"Two\")])",
        "Sources/A.swift": Self.factory("a"), "Two/B.swift": Self.factory("b"),
      ])
      #expect(found == ["Two.Container.b"])
    }

    @Test("Folders are those of a target whatever the case of their letters")
    func lettercase() throws {
      let found = try ids([
        "Package.swift": Self.manifest, "sources/a/A.swift": Self.factory("a"),
      ])
      #expect(found == ["A.Container.a"])
    }

    // MARK: Guesses

    private static let circle = [
      "One.swift": """
      import FactoryKit
      extension Container { var a: Factory<A> { self { A(self.b()) } } }
      final class A { init(_ b: B) {} }
      """,
      "Two.swift": """
      import FactoryKit
      extension Container { var b: Factory<B> { self { B(self.a()) } } }
      final class B { init(_ a: A) {} }
      """,
    ]

    @Test("No error rests on a target that was guessed from a folder")
    func guessed() throws {
      let run = try Workspace(Self.circle).run("check")
      #expect(run.status == 0)
      #expect(run.output.contains("warning: circular dependency"), "\(run.output)")
      #expect(run.output.contains("no manifest or project says that these files are one target"))
    }

    @Test(
      "It is an error where a manifest, a specification or factory.yml says which files are a target",
      arguments: [
        (
          "Package.swift",
          "import PackageDescription\nlet package = Package(name: \"P\", targets: "
            + "[.target(name: \"A\", path: \".\")])"
        ), ("project.yml", "targets: {A: {sources: .}}"), ("factory.yml", "targets: {A: ['*']}"),
      ])
    func known(path: String, text: String) throws {
      let run = try Workspace(Self.circle.merging([path: text]) { $1 }).run("check")
      #expect(run.status == 1)
      #expect(run.output.contains("error: circular dependency"), "\(run.output)")
    }

    @Test("What one file shows is an error in a folder as well")
    func oneFile() throws {
      let text = Self.circle.values.sorted().joined(separator: "\n")
      #expect(try Workspace(["A.swift": text]).run("check").status == 1)
    }
  }
#endif
