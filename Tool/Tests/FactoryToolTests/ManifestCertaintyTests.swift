// Factory, MIT licence; see LICENSE
//
// Targets of manifests that cannot be read whole.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite("Manifests that are not only literals")
  struct ManifestCertaintyTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    /// The names of the factories that `graph` finds.
    private func names(_ files: [String: String]) throws -> [String] {
      let run = try Workspace(files).run(["graph", "--format", "json"])
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.compactMap { $0["name"] as? String }.sorted()
    }

    private static func package(_ target: String, _ more: String = "") -> String {
      """
      import PackageDescription
      \(more)
      let package = Package(name: "P", targets: [\(target), .target(name: "Core")])
      """
    }

    @Test(
      "A target with an argument that cannot be read keeps its files in the program",
      arguments: [
        #".target(name: "App", path: folder())"#, #".target(name: "App", path: "Sub" + folder())"#,
        #".target(name: "App", path: isNew ? "Sub" : "Other")"#,
        #".target(name: "App", path: "\(folder())/Sub")"#,
        #".target(name: "App", path: "Code", exclude: skipped())"#,
        #".target(name: "App", path: "Code", sources: ["Sub" + folder()])"#,
        #".target(name: "App", path: "Code", sources: ["Sub", isNew ? "Old" : "New"])"#,
      ])
    func unknown(_ target: String) throws {
      let found = try names([
        "Package.swift": Self.package(target), "Code/App/A.swift": Self.factory("a"),
        "Sources/Core/B.swift": Self.factory("b"),
      ])
      #expect(found == ["a", "b"])
    }

    @Test("Constants of a manifest are read")
    func constants() throws {
      let found = try names([
        "Package.swift": Self.package(
          #".target(name: "App", path: code, exclude: skipped)"#,
          #"let code = "Code"; let skipped = ["Old"]"#),
        "Code/A.swift": Self.factory("a"), "Code/Old/B.swift": Self.factory("b"),
        "Sources/Core/C.swift": Self.factory("c"), "Sources/App/D.swift": Self.factory("d"),
      ])
      #expect(found == ["a", "c"])
    }

    @Test(
      "A path that consists of literals and constants is followed",
      arguments: [
        #"path: "Code" + "/App""#, #"path: base + "/" + name"#, #"path: "\(base)/App""#,
        #"path: "\(base)/\(name)""#, "path: whole", #"path: "\(whole)""#,
        #"path: base, sources: [name + "/A.swift"]"#, #"path: base, exclude: ["Ot" + "her"]"#,
        #"path: base, exclude: ["\(other)", "No"]"#,
      ])
    func composedPath(_ arguments: String) throws {
      let constants = """
        let base = "Code"; let name = "App"; let whole = base + "/" + name; let other = "Other"
        """
      let found = try names([
        "Package.swift": Self.package(#".target(name: "App", \#(arguments))"#, constants),
        "Code/App/A.swift": Self.factory("a"), "Code/Other/B.swift": Self.factory("b"),
        "Sources/Core/C.swift": Self.factory("c"),
      ])
      #expect(found == ["a", "c"])
    }

    @Test(
      "Constants that are not certain, or need each other, are not followed",
      arguments: [
        #"let base = base + "A""#, #"var base = "Other""#, #"let base = isNew ? "A" : "B""#,
        "#if os(Linux)\nlet base = \"Other\"\n#endif", #"let base = "Oth\u{65}r\(1)""#,
      ])
    func uncertainConstants(_ constant: String) throws {
      let found = try names([
        "Package.swift": Self.package(#".target(name: "App", path: base + "/App")"#, constant),
        "Code/App/A.swift": Self.factory("a"), "Sources/Core/C.swift": Self.factory("c"),
      ])
      #expect(found == ["a", "c"])
    }

    @Test(
      "A target of Tuist that cannot be read keeps its files in the program",
      arguments: [
        #".target(name: "App", sources: ["Other/**"])"#,
        #".target(name: "App", product: .app, sources: ["Other" + "/**"])"#,
      ])
    func tuist(_ target: String) throws {
      let found = try names([
        "Project.swift":
          "import ProjectDescription\nlet project = Project(name: \"App\", targets: [\(target)])\n",
        "Code/A.swift": Self.factory("a"),
      ])
      #expect(found == ["a"])
    }

    @Test("A group of a project that contains itself ends the reading of its files")
    func circularGroup() throws {
      let workspace = try Workspace([
        "App.xcodeproj/project.pbxproj": """
        { objects = { P = { isa = PBXProject; targets = (T); };
        T = { isa = PBXNativeTarget; name = App; buildPhases = (S);
        productType = "com.apple.product-type.application"; };
        S = { isa = PBXSourcesBuildPhase; files = (F, H); };
        F = { isa = PBXBuildFile; fileRef = R; }; H = { isa = PBXBuildFile; fileRef = A; };
        R = { isa = PBXVariantGroup; children = (R, R); sourceTree = "<group>"; };
        A = { isa = PBXFileReference; path = A.swift; sourceTree = SOURCE_ROOT; };
        }; rootObject = P; }
        """,
        "A.swift": Self.factory("a"),
      ])
      let factories = try workspace.run(["graph", "--format", "json"]).json()["factories"]
      #expect((factories as? [[String: Any]])?.count == 1)
    }
  }
#endif
