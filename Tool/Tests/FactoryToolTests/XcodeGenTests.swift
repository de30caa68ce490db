// Factory, MIT licence; see LICENSE
//
// The targets of a project that XcodeGen generates.
#if os(macOS) || os(Linux)
  import Testing

  @Suite("The targets of XcodeGen's project.yml")
  struct XcodeGenTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    /// The ids of the factories that `graph` finds.
    private func ids(_ files: [String: String]) throws -> [String] {
      let run = try Workspace(files).run(["graph", "--format", "json"])
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.compactMap { $0["id"] as? String }
    }

    private static let twoApps = """
      name: Apps
      targets:
        Shop:
          type: application
          sources: Shop
        Depot: {type: application, sources: [path: Depot]}
      """

    @Test("Two apps of one folder are two programs")
    func twoApps() throws {
      let app = """
        import FactoryKit
        extension Container { var api: Factory<Int> { self { 1 } } }
        @main struct App { static func main() { print(Container.shared.api()) } }
        """
      let workspace = try Workspace([
        "project.yml": Self.twoApps, "Shop/App.swift": app, "Depot/App.swift": app,
      ])
      let run = try workspace.run("check", "--strict")
      #expect(run.output == "")
      #expect(run.errors == "0 errors, 0 warnings in 2 files with 2 factories\n")
    }

    @Test("A package for tools beside the project does not hide its files")
    func besidePackage() throws {
      let found = try ids([
        "project.yml": Self.twoApps,
        "Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"Tools\", targets: [.executableTarget(name: \"Lint\")])",
        "Sources/Lint/L.swift": Self.factory("l"), "Shop/S.swift": Self.factory("s"),
      ])
      #expect(found == ["Lint.Container.l", "Shop.Container.s"])
    }

    @Test("The specification comes before the project file, which may be old")
    func beforeProject() throws {
      let found = try ids([
        "project.yml": Self.twoApps, "Depot/D.swift": Self.factory("d"),
        "Apps.xcodeproj/project.pbxproj":
          "{ objects = { P = { targets = (); }; }; rootObject = P; }",
      ])
      #expect(found == ["Depot.Container.d"])
    }

    @Test(
      "What the sources of a target compile",
      arguments: [
        ("sources: Code", ["a", "b", "c"]),
        ("sources: [Code]", ["a", "b", "c"]),
        ("sources: [{path: ./Code}]", ["a", "b", "c"]),
        ("sources: [{path: code/old}]", ["b"]),
        ("sources: [Code/A.swift, Code/Old]", ["a", "b"]),
        ("sources: [{path: Code, excludes: [Old]}]", ["a", "c"]),
        ("sources: [{path: Code, excludes: ['**/B.*', New/C.swift]}]", ["a"]),
        ("sources: [{path: Code, includes: ['Old/**', A.swift]}]", ["a", "b"]),
        ("sources: [{path: Code, buildPhase: none}, {path: Code/Old, buildPhase: sources}]", ["b"]),
        ("sources: [{path: Code, buildPhase: {copyFiles: {destination: resources}}}]", []),
        ("templates: [Base]\n    sources: [Code/New]", ["a", "c"]),
        ("templates: [Named]", ["b"]),
        ("templates: [Base]\n    sources:REPLACE: [Code/New]", ["c"]),
      ])
    func sources(_ target: String, _ expected: [String]) throws {
      let spec = """
        targets:
          Old:
            type: framework
            \(target)
        targetTemplates:
          Base: {sources: [Code/A.swift]}
          Named: {templateAttributes: {root: Code}, sources: ['${root}/${target_name}']}
        """
      let found = try ids([
        "project.yml": spec,
        "Code/A.swift": Self.factory("a"), "Code/Old/B.swift": Self.factory("b"),
        "Code/New/C.swift": Self.factory("c"),
        // Files that use the library, so that the run is never without one.
        "Other/Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"Z\", targets: [.target(name: \"Z\", path: \".\")])",
        "Other/Z.swift": Self.factory("z"),
      ])
      #expect(found.map { String($0.last!) } == expected + ["z"])
    }

    @Test("Included specifications are merged, with paths relative to them unless they say not")
    func includes() throws {
      let found = try ids([
        "project.yml": """
        include:
          - Kit/kit.yml
          - {path: Parts/base.yml, relativePaths: false}
        targets: {App: {type: application, sources: [App]}}
        """,
        "Kit/kit.yml": "targets: {Kit: {type: framework, sources: [Code]}}",
        "Parts/base.yml": "targets: {App: {sources: [Shared]}}",
        "Kit/Code/K.swift": Self.factory("k"), "Shared/S.swift": Self.factory("s"),
        "App/A.swift": Self.factory("a"),
      ])
      #expect(found == ["App.Container.a", "App.Container.s", "Kit.Container.k"])
    }

    @Test("Targets link what they depend on, and a program does not link its extension")
    func dependencies() throws {
      let workspace = try Workspace([
        "project.yml": """
        targets:
          App:
            type: application
            sources: [App]
            dependencies: [{target: Kit}, {target: Widget}]
          Widget: {type: app-extension, sources: [Widget]}
          Kit: {type: framework, sources: [Kit]}
          AppTests: {type: bundle.unit-test, sources: [AppTests], dependencies: [{target: App}]}
        """,
        "Kit/K.swift": """
        import FactoryKit
        extension Container { public var kit: Factory<Int> { self { 1 } } }
        """,
        "Widget/W.swift": Self.factory("kit"),
        "App/A.swift": "import Kit\nlet a = Container.shared.kit()\n",
        "AppTests/T.swift": "import App\nlet t = Container.shared.kit()\n",
      ])
      let edges = try #require(
        try workspace.run("graph", "--format", "json").json()["edges"] as? [[String: Any]])
      #expect(
        edges.map { "\($0["from"] ?? "") \($0["to"] ?? "")" } == [
          "type:App.main Kit.Container.kit", "type:AppTests.t Kit.Container.kit",
        ])
    }

    @Test(
      "The version of Factory that the specification requires counts",
      arguments: [
        ("{url: 'https://github.com/hmlongco/Factory', from: 2.3.0}", 0),
        ("{github: hmlongco/Factory, majorVersion: 2.5.1}", 0),
        ("{url: 'https://github.com/hmlongco/Factory.git', exactVersion: 3.0.0}", 1),
      ])
    func version(_ package: String, _ findings: Int) throws {
      let workspace = try Workspace([
        "project.yml": "packages: {Factory: \(package)}\n\(Self.twoApps)",
        "Shop/S.swift": """
        import FactoryKit
        extension Container {
          var model: Factory<Int> { Factory(self) { @MainActor in 1 } }
        }
        let model = Container.shared.model()
        """,
      ])
      let run = try workspace.run("check")
      #expect(run.lines.count { $0.contains("[isolated-closure]") } == findings, "\(run.output)")
    }

    @Test("Sources in a variable of the environment are unknown, which is said")
    func environment() throws {
      let workspace = try Workspace([
        "project.yml": "targets: {App: {type: application, sources: ['${ROOT}/App']}}",
        "App/A.swift": Self.factory("a"),
      ])
      let run = try workspace.run("stats")
      #expect(run.output.contains("factories: 1\n"))
      #expect(run.errors.contains("project.yml: not all targets can be read"))
    }

    @Test("A key that is there twice, which XcodeGen accepts, does not hide the targets")
    func repeatedKeys() throws {
      let found = try ids([
        "project.yml": """
        define: &first
          A: 1
        define: &second
          A: 2
        targets:
          App:
            type: application
            settings:
              base:
                # A comment
                SWIFT_VERSION: 5

                SWIFT_VERSION: 6
                SWIFT_VERSION: 7
                <<: *second
            sources:
            - path: App
              buildPhase: sources
            - path: More
              buildPhase: sources
        """,
        "App/A.swift": Self.factory("a"), "More/B.swift": Self.factory("b"),
        "Other/Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"Z\", targets: [.target(name: \"Z\", path: \".\")])",
        "Other/Z.swift": Self.factory("z"),
      ])
      #expect(found == ["App.Container.a", "App.Container.b", "Z.Container.z"])
    }

    @Test(
      "A specification that cannot be read in part says so",
      arguments: ["targets: [", "include: [none.yml]\ntargets: {}", "include: [broken.yml]"])
    func unreadable(text: String) throws {
      let workspace = try Workspace([
        "project.yml": text, "broken.yml": "a: [", "App/A.swift": Self.factory("a"),
      ])
      let run = try workspace.run("stats")
      #expect(run.output.contains("factories: 1\n"))
      #expect(run.errors.contains("project.yml: not all targets can be read"), "\(run.errors)")
    }

    @Test("A specification that another one includes is not a project of its own")
    func part() throws {
      let found = try ids([
        "project.yml":
          "include: [Kit/project.yml]\ntargets: {App: {type: application, sources: [App]}}",
        "Kit/project.yml": "targets: {Kit: {type: framework, sources: [Code]}}",
        "Kit/Code/K.swift": Self.factory("k"), "App/A.swift": Self.factory("a"),
      ])
      #expect(found == ["App.Container.a", "Kit.Container.k"])
    }

    @Test("Another file of this name, and one that is no YAML, are not specifications")
    func other() throws {
      for text in ["name: report\n", "targets: [a]\n", "a: [", "\u{0}"] {
        #expect(try ids(["project.yml": text, "A.swift": Self.factory("a")]).count == 1)
      }
    }
  }
#endif
