// Factory, MIT licence; see LICENSE
//
// The targets of a Tuist project.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite("The targets of a Tuist project")
  struct TuistTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    private static func project(_ targets: String, more: String = "") -> String {
      """
      import ProjectDescription
      \(more)
      let project = Project(name: "App", targets: [\(targets)])

      """
    }

    /// A target with a product and the rest of its arguments.
    private static func target(_ name: String, _ arguments: String) -> String {
      """
      .target(
        name: "\(name)", destinations: .iOS, product: .framework, bundleId: "org.example",
        \(arguments))
      """
    }

    private func ids(_ run: Run) throws -> [String] {
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.flatMap { factory in
        (factory["targets"] as? [String] ?? []).map {
          "\($0).\(factory["container"] ?? "").\(factory["name"] ?? "")"
        }
      }.sorted()
    }

    /// The ids of the factories that `graph` finds.
    private func ids(_ files: [String: String]) throws -> [String] {
      let run = try Workspace(files).run(["graph", "--format", "json"])
      // No target compiles a file.
      return run.status == 2 ? [] : try ids(run)
    }

    @Test("A file belongs to the target whose sources match it, and else to none")
    func sources() throws {
      let found = try ids([
        "Project.swift": Self.project(
          """
          .target(
            name: "App", destinations: .iOS, product: .app, bundleId: "org.example.app",
            sources: ["App/**"], dependencies: [.target(name: "Core")]),
          .target(
            name: "Core", destinations: .iOS, product: .framework, bundleId: "org.example.core",
            sources: "Core/*.swift"),
          """),
        "Workspace.swift": "import ProjectDescription\n"
          + "let workspace = Workspace(name: \"App\", projects: [\".\"])",
        "App/A.swift": Self.factory("a"),
        "App/Views/B.swift": Self.factory("b"),
        "Core/C.swift": Self.factory("c"),
        "Core/Old/D.swift": Self.factory("d"),
        "Tuist/ProjectDescriptionHelpers/E.swift": Self.factory("e"),
        "Scripts/F.swift": Self.factory("f"),
      ])
      #expect(found == ["App.Container.a", "App.Container.b", "Core.Container.c"])
    }

    @Test(
      "Sources are patterns or lists of patterns",
      arguments: [
        (#"sources: ["Sources/**"]"#, ["a", "b", "c"]),
        (#"sources: "Sources/**""#, ["a", "b", "c"]),
        (#"sources: ["Sources/*.swift", "Sources/Old/*.swift"]"#, ["a", "b"]),
        (#"sources: ["Sources/**/*.swift"]"#, ["a", "b", "c"]),
        (#"sources: ["Sources/?.swift"]"#, ["a"]),
        // A pattern of a folder matches no file.
        (#"sources: ["Sources"]"#, []),
        (#"sources: [.glob("Sources/**", excluding: ["Sources/Old/**"])]"#, ["a"]),
        (#"sources: [.glob("Sources/**", excluding: "Sources/Old/*.swift")]"#, ["a", "c"]),
        (#"sources: .paths(["Sources/A.swift"])"#, ["a"]),
        (#"sources: SourceFilesList(globs: ["Sources/A.swift"])"#, ["a"]),
        (#"sources: .sourceFilesList(globs: ["Sources/A.swift"])"#, ["a"]),
        (#"sources: ["./Sources/A.swift"]"#, ["a"]),
        (#"sources: ["//Feature/Sources/A.swift"]"#, ["a"]),
        (#"sources: [.glob(.relativeToRoot("Feature/Sources/A.swift"))]"#, ["a"]),
        (#"sources: [.glob(.relativeToManifest("Sources/A.swift"))]"#, ["a"]),
        (#"sources: [folder], resources: ["Sources/**"]"#, ["a", "b", "c"]),
        ("sources: nil", []),
        (#"buildableFolders: ["Sources"]"#, ["a", "b", "c"]),
        (#"buildableFolders: [.folder("Sources/Old")]"#, ["b", "c"]),
        (
          """
          buildableFolders: [
            .folder("Sources", exceptions: .exceptions([.exception(excluded: ["A.swift"])]))]
          """, ["b", "c"]
        ),
      ])
    func patterns(_ argument: String, _ names: [String]) throws {
      let found = try ids([
        "Tuist/Config.swift": "",
        "Feature/Project.swift": Self.project(
          Self.target("Feature", argument), more: "let folder = \"Sources/**\""),
        "Feature/Sources/A.swift": Self.factory("a"),
        "Feature/Sources/Old/B.swift": Self.factory("b"),
        "Feature/Sources/Old/More/C.swift": Self.factory("c"),
      ])
      #expect(found == names.map { "Feature.Container.\($0)" })
    }

    @Test(
      "A target is made in one of these ways",
      arguments: [
        #".target(name: "One", product: .app, sources: ["**"])"#,
        #"Target.target(name: "One", product: .app, sources: ["**"])"#,
        #"Target(name: "One", platform: .iOS, product: .app, sources: ["**"])"#,
        #".init(name: "One", platform: .iOS, product: .app, sources: ["**"])"#,
        #".target(name: "With-Dash", product: .app, productName: "One", sources: ["**"])"#,
        #".target(name: name, product: .app, sources: ["**"])"#,
        "one",
      ])
    func forms(_ target: String) throws {
      let found = try ids([
        "Project.swift": Self.project(
          target,
          more: """
            let name = "One"
            let one = Target.target(name: name, product: .app, sources: ["A.swift"])
            """),
        "A.swift": Self.factory("a"),
      ])
      #expect(found == ["One.Container.a"])
    }

    @Test("An app does not see its extension, and a test sees what it tests")
    func dependencies() throws {
      let workspace = try Workspace([
        "Project.swift": Self.project(
          """
          .target(name: "App", product: .app, sources: ["App/**"],
            dependencies: [.target(name: "Widget"), .project(target: "Core", path: "Core")]),
          .target(name: "Widget", product: .appExtension, sources: ["Widget/**"]),
          .target(name: "AppTests", product: .unitTests, sources: ["Tests/**"],
            dependencies: [.target(name: "App")]),
          """),
        "Core/Project.swift": Self.project(Self.target("Core", "sources: [\"Sources/**\"]")),
        "App/A.swift": Self.factory("theme")
          + "@main struct App { static func main() { print(Container.shared.core()) } }\n",
        "Widget/W.swift": Self.factory("theme") + "let w = Container.shared.theme()\n",
        "Tests/T.swift": "@testable import App\nimport FactoryKit\n"
          + "func test() { _ = Container.shared.theme() }\n",
        "Core/Sources/C.swift": Self.factory("core").replacingOccurrences(
          of: "var", with: "public var"),
      ])
      let run = try workspace.run("graph", "--format", "json")
      let edges = try #require(try run.json()["edges"] as? [[String: Any]])
      #expect(
        edges.compactMap { edge in
          "\(edge["from"] as? String ?? "") → \(edge["to"] as? String ?? "")"
        } == [
          "type:App.App → Core.Container.core", "type:AppTests.test() → App.Container.theme",
          "type:Widget.main → Widget.Container.theme",
        ])
    }

    @Test("The finding of an unused factory of an app is that of a program")
    func kinds() throws {
      let files = [
        "App/A.swift": Self.factory("a").replacingOccurrences(of: "var", with: "public var")
      ]
      func check(_ product: String) throws -> [String] {
        let project = Self.project(
          ".target(name: \"App\", product: \(product), sources: [\"App/**\"])")
        return try Workspace(files.merging(["Project.swift": project]) { $1 }).run("check").lines
      }
      #expect(try check(".app").count == 1)
      #expect(try check(".commandLineTool").count == 1)
      #expect(try check("Product.appExtension").count == 1)
      #expect(try check(".staticFramework") == [])
    }

    @Test(
      "Where targets are not literals, other files are those of the folder, and the tool says so",
      arguments: [
        "let project = Project.app(name: \"App\")",
        "let project = Project(name: \"App\", targets: makeTargets())",
        "let project = Project(name: \"App\", targets: [.target(name: \"X\", sources: [.code])])",
        "let project = Project(name: \"App\", targets: [.target(name: names[0], sources: [])])",
        "var targets: [Target] = []\nlet project = Project(name: \"App\", targets: targets)",
        "let project = Project(name: \"App\", targets: [] + others)",
        "let project = Project(name: \"App\", targets: [.feature(name: \"X\")])",
        "let project = Project(name: \"App\", targets: [.target(name: \"X\", sources: \"{a,b}/*\")])",
      ])
    func unknown(_ text: String) throws {
      let workspace = try Workspace([
        "Feature/Project.swift": "import ProjectDescription\n\(text)\n",
        "Feature/Sources/A.swift": Self.factory("a"),
      ])
      let message =
        "factory: Feature/Project.swift: not all targets can be read, so some are "
        + "unknown; 'targets' in factory.yml can list them\n"
      let run = try workspace.run("graph", "--format", "json")
      #expect(try ids(run) == ["Feature.Container.a"])
      #expect(run.errors == message)
      // The second run has the findings of the first one.
      for _ in 1...2 { #expect(try workspace.run("check").errors.hasPrefix(message)) }
      try workspace.write("targets: {Other: [Feature/Sources/**]}", to: "factory.yml")
      let listed = try workspace.run("graph", "--format", "json")
      #expect(try ids(listed) == ["Other.Container.a"])
      #expect(listed.errors == "")
    }

    @Test("A project that Tuist has made is not read a second time")
    func generated() throws {
      let xcode = """
        { objects = {
          P = { isa = PBXProject; mainGroup = G; targets = (T); };
          G = { isa = PBXGroup; children = (S); sourceTree = "<group>"; };
          S = { isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = "<group>"; };
          T = { isa = PBXNativeTarget; name = Made; fileSystemSynchronizedGroups = (S);
            productType = "com.apple.product-type.framework"; };
        }; rootObject = P; }
        """
      var files = [
        "App.xcodeproj/project.pbxproj": xcode, "Code/A.swift": Self.factory("a"),
        "Project.swift": Self.project(Self.target("Code", "sources: [\"Code/**\"]")),
      ]
      #expect(try ids(files) == ["Code.Container.a"])
      // The manifest cannot be read.
      files["Project.swift"] = "import ProjectDescription\nlet project = Project.app()\n"
      let run = try Workspace(files).run("graph", "--format", "json")
      #expect(try ids(run) == ["Made.Container.a"])
      #expect(run.errors == "")
      // Another project in the same folder.
      files["Project.swift"] = Self.project(Self.target("Code", "sources: [\"Code/**\"]"))
      files["Other.xcodeproj/project.pbxproj"] = xcode
      files["App.xcodeproj/project.pbxproj"] = nil
      #expect(try ids(files) == ["Code.Container.a", "Made.Container.a"])
    }

    @Test("A source file with the name of a manifest is a source file of its target")
    func noManifest() throws {
      let found = try ids([
        "Project.swift": Self.project(Self.target("Core", "sources: [\"Core/**\"]")),
        "Core/Project.swift": Self.factory("a"), "Core/Workspace.swift": Self.factory("b"),
      ])
      #expect(found == ["Core.Container.a", "Core.Container.b"])
    }

    @Test("The package of Tuist's dependencies declares no targets")
    func package() throws {
      let found = try ids([
        "Package.swift":
          "import PackageDescription\nlet package = Package(name: \"P\", dependencies: [])",
        "Project.swift": Self.project(Self.target("Core", "sources: [\"Core/**\"]")),
        "Core/A.swift": Self.factory("a"), "Other/B.swift": Self.factory("b"),
      ])
      #expect(found == ["Core.Container.a"])
    }
  }
#endif
