// Factory, MIT licence; see LICENSE
//
// Which target compiles a file.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct TargetTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    /// The factories that `graph` finds, for each target as `Target.Container.name`.
    private func ids(_ files: [String: String], _ arguments: String...) throws -> [String] {
      let run = try Workspace(files).run(["graph", "--format", "json"] + arguments)
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.flatMap { factory in
        (factory["targets"] as? [String] ?? []).map {
          "\($0).\(factory["container"] ?? "").\(factory["name"] ?? "")"
        }
      }.sorted()
    }

    private static let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App",
        targets: [
          .executableTarget(name: "App", exclude: ["Old"]),
          .target(name: "Core", path: "Core", sources: ["Public"]),
          .testTarget(name: "AppTests", dependencies: ["App"]),
        ])
      """

    @Test("A file that no target of a package compiles is not part of the program")
    func outsidePackage() throws {
      let found = try ids([
        "Package.swift": Self.manifest,
        "Sources/App/A.swift": Self.factory("a"),
        "Sources/App/Old/B.swift": Self.factory("b"),
        "Core/Public/C.swift": Self.factory("c"),
        "Core/Other/D.swift": Self.factory("d"),
        "Tests/E.swift": Self.factory("e"),
        "Tests/AppTests/F.swift": Self.factory("f"),
        "Scripts/G.swift": Self.factory("g"),
      ])
      #expect(found == ["App.Container.a", "AppTests.Container.f", "Core.Container.c"])
    }

    @Test("A package with one target may have its sources in Sources itself")
    func oneTarget() throws {
      let found = try ids([
        "Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"P\", targets: [.target(name: \"One\")])",
        "Sources/A.swift": Self.factory("a"),
      ])
      #expect(found == ["One.Container.a"])
    }

    @Test("The type of a target may be written before its kind")
    func typeOfTarget() throws {
      let found = try ids([
        "Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"P\", targets: [Target.target(name: \"One\"), "
          + ".target(name: \"Two\")])",
        "Sources/One/A.swift": Self.factory("a"), "Sources/Two/B.swift": Self.factory("b"),
      ])
      #expect(found == ["One.Container.a", "Two.Container.b"])
    }

    @Test("A source file with the name of a manifest is a source file of its target")
    func noManifest() throws {
      let found = try ids([
        "Package.swift": Self.manifest,
        "Sources/App/Models/Package.swift": Self.factory("a"),
        "Sources/App/Models/Parcel.swift": Self.factory("b"),
      ])
      #expect(found == ["App.Container.a", "App.Container.b"])
      #expect(try ids(["Package.swift": Self.factory("c")]).count == 1)
    }

    @Test(
      "A manifest imports PackageDescription, in whatever way",
      arguments: [
        "import PackageDescription", "@preconcurrency import PackageDescription",
        "import Foundation; import PackageDescription // targets",
      ])
    func importOfManifest(_ text: String) throws {
      let found = try ids([
        "Local/Package.swift":
          "\(text)\nlet package = Package(name: \"P\", targets: [.target(name: \"One\")])",
        "Local/Sources/One/A.swift": Self.factory("a"),
      ])
      #expect(found == ["One.Container.a"])
    }

    @Test("explain says that a file is outside every target, and check --verbose lists it")
    func explain() throws {
      let workspace = try Workspace([
        "Package.swift": Self.manifest, "Sources/App/A.swift": Self.factory("a"),
        "Scripts/G.swift": Self.factory("g"),
      ])
      let run = try workspace.run("explain", "g")
      #expect(run.status == 2)
      #expect(
        run.errors.hasSuffix(
          "factory: The program has no factory 'g'. Scripts/G.swift:2 declares 'g', but the file is outside every "
            + "target, so it is not part of the program.\n"))
      let check = try workspace.run("check", "--verbose")
      #expect(
        check.errors.contains("factory: Scripts/G.swift: no target of Package.swift compiles it\n"))
    }

    @Test("The targets of factory.yml come before those of a package")
    func configuration() throws {
      let files = [
        "factory.yml":
          "targets:\n  Feature: [Sources/App/Feature/**]\n  Main: ['Sources/App/*.swift']",
        "Package.swift": Self.manifest,
        "Sources/App/A.swift": Self.factory("a"),
        "Sources/App/Feature/B.swift": Self.factory("b"),
        "Sources/App/Other/C.swift": Self.factory("c"),
        "Scripts/D.swift": Self.factory("d"),
      ]
      #expect(try ids(files) == ["App.Container.c", "Feature.Container.b", "Main.Container.a"])
    }

    @Test("The targets that the plugin passes come before those of factory.yml")
    func passed() throws {
      let workspace = try Workspace([
        "factory.yml": "targets: {Main: [A.swift]}", "A.swift": Self.factory("a"),
        "B.swift": Self.factory("b"), "C.swift": Self.factory("c"),
        "targets.json": """
        [{"target": {"name": "One", "kind": "executable", "dependencies": ["Two"]},
          "files": ["A.swift"]},
         {"target": {"name": "Two"}, "files": ["B.swift"]}]
        """,
      ])
      let run = try workspace.run("graph", "--format", "json", "--targets", "targets.json")
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      #expect(
        factories.compactMap { $0["id"] as? String } == ["One.Container.a", "Two.Container.b"])
      #expect(try workspace.run("check", "--targets", "A.swift").status == 2)
    }

    @Test("A file of several targets of factory.yml is in each of them, and found once")
    func severalTargets() throws {
      let workspace = try Workspace([
        "factory.yml": "targets: {App: [App, Shared], Widget: [Widget, Shared]}",
        "App/A.swift": Self.factory("a") + "let a = (Container.shared.a(), Container.shared.s())\n",
        "Widget/W.swift": Self.factory("w") + "let w = Container.shared.w()\n",
        "Shared/S.swift": Self.factory("s") + Self.factory("t").dropFirst(18),
      ])
      let run = try workspace.run("check")
      // The app uses `s`, the widget does not. Neither uses `t`.
      #expect(run.lines.filter { $0.contains("unused-factory") }.count == 1, "\(run.output)")
      #expect(run.output.contains("Shared/S.swift:3:27: warning: nothing resolves"))
      #expect(run.errors.contains("in 3 files"))
    }

    @Test("check, stats, the graph and the page have a factory of several targets once")
    func counts() throws {
      let workspace = try Workspace([
        "factory.yml": "targets: {App: [App, Shared], Widget: [Widget, Shared]}",
        "App/A.swift": Self.factory("a"), "Widget/W.swift": Self.factory("w"),
        "Shared/S.swift": Self.factory("s"),
      ])
      let check = try workspace.run("check", "--format", "json").json()
      let summary = try #require(check["summary"] as? [String: Any])
      #expect(summary["factories"] as? Int == 3)
      #expect(summary["files"] as? Int == 3)
      let stats = try workspace.run("stats", "--format", "json").json()
      #expect(stats["factories"] as? Int == 3)
      #expect(stats["files"] as? Int == 3)
      #expect(stats["containers"] as? Int == summary["containers"] as? Int)
      let graph = try workspace.run("graph", "--format", "json").json()
      let factories = try #require(graph["factories"] as? [[String: Any]])
      #expect(
        factories.map { "\($0["id"] ?? "") \($0["targets"] as? [String] ?? [])" } == [
          "App.Container.a [\"App\"]", "App.Container.s [\"App\", \"Widget\"]",
          "Widget.Container.w [\"Widget\"]",
        ])
      #expect((graph["containers"] as? [Any])?.count == summary["containers"] as? Int)
      #expect(try workspace.run("check").errors.contains("3 files with 3 factories"))
    }

    @Test("Targets that are not lists of patterns are an error")
    func wrongConfiguration() throws {
      let workspace = try Workspace(["factory.yml": "targets: [App]", "A.swift": ""])
      let run = try workspace.run("check")
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("factory: "))
      #expect(run.errors.contains("'targets' should list the patterns of each target"))
    }

    @Test("The targets of an Xcode project: file references, groups and synchronised folders")
    func project() throws {
      let found = try ids([
        "App.xcodeproj/project.pbxproj": Self.project,
        "App/Models/A.swift": Self.factory("a"),
        "App/Models/Unlisted.swift": Self.factory("u"),
        "Shared/S.swift": Self.factory("s"),
        "Widget/W.swift": Self.factory("w"),
        "Widget/Not.swift": Self.factory("n"),
        "Widget/Both.swift": Self.factory("b"),
        "AppTests/T.swift": Self.factory("t"),
        "Local/Package.swift": "import PackageDescription\n"
          + "let package = Package(name: \"Local\", targets: [.target(name: \"Local\")])",
        "Local/Sources/Local/L.swift": Self.factory("l"),
      ])
      #expect(
        found == [
          "App.Container.a", "App.Container.b", "App.Container.s", "App_Tests.Container.t",
          "Local.Container.l", "Widget.Container.b", "Widget.Container.s", "Widget.Container.w",
        ])
    }

    @Test("An app and its widget do not see each other's factories")
    func programs() throws {
      let workspace = try Workspace([
        "App.xcodeproj/project.pbxproj": Self.project,
        "App/Models/A.swift": """
        import FactoryKit
        extension Container { var service: Factory<Int> { self { 1 } } }
        @main struct App { static func main() { print(Container.shared.service()) } }
        """,
        "Widget/W.swift": """
        import FactoryKit
        extension Container { var service: Factory<Int> { self { 2 } } }
        @main struct Widget { static func main() { print(Container.shared.service()) } }
        """,
      ])
      let run = try workspace.run("check")
      #expect(run.output == "")
      let edges = try #require(
        try workspace.run("graph", "--format", "json").json()["edges"] as? [[String: Any]])
      #expect(
        edges.map { "\($0["from"] ?? "") \($0["to"] ?? "")" } == [
          "type:App.App App.Container.service", "type:Widget.Widget Widget.Container.service",
        ])
    }

    @Test("A project that cannot be understood is reported, and its files are one module")
    func brokenProject() throws {
      let workspace = try Workspace([
        "App.xcodeproj/project.pbxproj": "{ objects = (", "App/A.swift": Self.factory("a"),
      ])
      let run = try workspace.run("stats")
      #expect(run.output.contains("factories: 1\n"))
      #expect(run.errors.contains("App.xcodeproj/project.pbxproj: cannot be understood"))
    }

    /// An app, its widget, and tests of the app.
    private static let project = """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objects = {
          P1 /* Project object */ = {
            isa = PBXProject; mainGroup = G0; projectDirPath = ""; targets = (T1, T2, T3);
          };
          G0 = { isa = PBXGroup; children = (G1, F2, S1, S2); sourceTree = "<group>"; };
          G1 /* App */ = { isa = PBXGroup; children = (G2); path = App; sourceTree = "<group>"; };
          G2 /* Code */ = { isa = PBXGroup; children = (F1); name = Code; path = Models;
            sourceTree = "<group>"; };
          F1 /* A.swift */ = { isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
          F2 /* S.swift */ = { isa = PBXFileReference; name = S.swift; path = "Shared/S.swift";
            sourceTree = SOURCE_ROOT; };
          B1 = { isa = PBXBuildFile; fileRef = F1 /* A.swift */; };
          B2 = { isa = PBXBuildFile; fileRef = F2; };
          B3 = { isa = PBXBuildFile; fileRef = F2; };
          C1 = { isa = PBXSourcesBuildPhase; files = (B1, B2,); };
          C2 = { isa = PBXSourcesBuildPhase; files = (B3); };
          S1 /* Widget */ = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, E2);
            path = Widget; sourceTree = "<group>"; };
          S2 = { isa = PBXFileSystemSynchronizedRootGroup; path = AppTests; sourceTree = "<group>"; };
          E1 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
            membershipExceptions = (Info.plist, Not.swift); target = T2; };
          E2 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
            membershipExceptions = (Both.swift); target = T1; };
          D1 = { isa = PBXTargetDependency; target = T2; };
          D2 = { isa = PBXTargetDependency; target = T1; };
          T1 = { isa = PBXNativeTarget; name = App; buildPhases = (C1); dependencies = (D1);
            productType = "com.apple.product-type.application"; };
          T2 = { isa = PBXNativeTarget; name = Widget; buildPhases = (C2);
            fileSystemSynchronizedGroups = (S1);
            productType = "com.apple.product-type.app-extension"; };
          T3 = { isa = PBXNativeTarget; name = "App Tests"; buildPhases = (); dependencies = (D2);
            fileSystemSynchronizedGroups = (S2);
            productType = "com.apple.product-type.bundle.unit-test"; };
        };
        rootObject = P1;
      }
      """
  }
#endif
