// Factory, MIT licence; see LICENSE
//
// Manifests for some versions of Swift.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite("Manifests for versions of Swift")
  struct ManifestVersionTests {
    private static func factory(_ name: String) -> String {
      "import FactoryKit\nextension Container { var \(name): Factory<Int> { self { 1 } } }\n"
    }

    /// A manifest for some version of the tools, in which the target `App` is in a folder.
    private static func manifest(_ tools: String?, _ folder: String) -> String {
      (tools.map { "// swift-tools-version: \($0)\n" } ?? "") + """
        import PackageDescription
        let package = Package(
          name: "P", targets: [.target(name: "App", path: "\(folder)"), .target(name: "Core")])
        """
    }

    /// The names of the factories in a package with some manifests: `plain`, `specific` and `newest`
    /// are in the folders of these names.
    private func names(_ manifests: [String: String]) throws -> [String] {
      var files = manifests
      for name in ["plain", "specific", "newest"] { files["\(name)/A.swift"] = Self.factory(name) }
      files["Sources/Core/C.swift"] = Self.factory("core")
      let run = try Workspace(files).run(["graph", "--format", "json"])
      let factories = try #require(try run.json()["factories"] as? [[String: Any]])
      return factories.compactMap { $0["name"] as? String }.sorted()
    }

    @Test("The manifest for the highest version that is not newer than the tool's is read")
    func highest() throws {
      let found = try names([
        "Package.swift": Self.manifest("5.5", "plain"),
        "Package@swift-5.7.swift": Self.manifest("5.7", "newest"),
        "Package@swift-5.9.swift": Self.manifest("5.9", "specific"),
        "Package@swift-5.10.1.swift": Self.manifest("5.10", "specific"),
      ])
      #expect(found == ["core", "specific"])
    }

    @Test(
      "The plain manifest is read if it states the same or newer tools",
      arguments: [("6.0", "5.9"), ("5.9", "5.9"), ("6.0", nil), (nil, nil)])
    func plain(_ plain: String?, _ specific: String?) throws {
      let found = try names([
        "Package.swift": Self.manifest(plain, "plain"),
        "Package@swift-5.9.swift": Self.manifest(specific, "specific"),
      ])
      #expect(found == ["core", "plain"])
    }

    @Test("A manifest for a major version of Swift is read by each of its minor versions")
    func major() throws {
      let found = try names([
        "Package.swift": Self.manifest("6.0", "plain"),
        "Package@swift-6.0.swift": Self.manifest("5.9", "newest"),
        "Package@swift-6.swift": Self.manifest("5.9", "specific"),
      ])
      #expect(found == ["core", "specific"])
    }

    @Test("A plain manifest for tools that the Swift does not have is not read")
    func tooNew() throws {
      let found = try names([
        "Package.swift": Self.manifest("99.0", "plain"),
        "Package@swift-5.9.swift": Self.manifest("5.9", "specific"),
      ])
      #expect(found == ["core", "specific"])
    }

    @Test(
      "Where a newer Swift than the tool's reads another manifest, different targets are unknown")
    func newer() throws {
      let found = try names([
        "Package.swift": Self.manifest("5.9", "plain"),
        "Package@swift-99.swift": Self.manifest("99", "newest"),
      ])
      #expect(found == ["core", "newest", "plain", "specific"])
    }

    @Test("A newer manifest with the same targets leaves nothing unknown")
    func same() throws {
      let found = try names([
        "Package.swift": Self.manifest("5.9", "plain"),
        "Package@swift-99.swift": Self.manifest("99", "plain"),
      ])
      #expect(found == ["core", "plain"])
    }

    @Test("The version of Factory is that of the manifest that is read")
    func version() throws {
      func manifest(_ tools: String, _ version: String) -> String {
        """
        // swift-tools-version: \(tools)
        import PackageDescription
        let package = Package(
          name: "P", dependencies: [.package(url: "https://a.b/Factory.git", from: "\(version)")],
          targets: [.target(name: "Core")])
        """
      }
      // In files of 1.x, the rule is silent.
      let scope = "import Factory\nextension Scope { static var session: Cached { Cached() } }\n"
      let workspace = try Workspace([
        "Package.swift": manifest("5.9", "1.0.0"),
        "Package@swift-6.0.swift": manifest("6.0", "2.0.0"), "Sources/Core/A.swift": scope,
      ])
      #expect(try workspace.run("check").output.contains("[computed-scope]"))
    }
  }
#endif
