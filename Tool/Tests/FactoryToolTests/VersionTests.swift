// Factory, MIT licence; see LICENSE
//
// Which version of Factory a program has.
#if os(macOS) || os(Linux)
  import Testing

  @Suite("The version of Factory that a program has")
  struct VersionTests {
    private static let source = """
      import FactoryKit
      extension Container { var model: Factory<Model> { self { @MainActor in Model() } } }
      let model = Container.shared.model()

      """

    private static func manifest(_ requirement: String) -> String {
      """
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [
          .package(url: "https://example.com/other/Logging", from: "1.0.0"),
          .package(url: "https://github.com/hmlongco/Factory.git", \(requirement)),
        ],
        targets: [.executableTarget(name: "App")])
      """
    }

    private static func resolved(_ state: String) -> String {
      """
      {"pins": [
        {"identity": "logging", "location": "https://example.com/other/Logging",
         "state": {"version": "1.0.0"}},
        {"identity": "factory", "location": "https://github.com/hmlongco/Factory", "state": \(state)}],
       "version": 3}
      """
    }

    private static func project(_ requirement: String) -> String {
      """
      { objects = {
          P = { isa = PBXProject; targets = (); packageReferences = (R); };
          R = { isa = XCRemoteSwiftPackageReference;
            repositoryURL = "https://github.com/hmlongco/Factory"; requirement = { \(requirement) }; };
        }; rootObject = P; }
      """
    }

    /// Whether the rule that presupposes version 3 finds something.
    private func isFound(_ files: [String: String]) throws -> Bool {
      var files = files
      files["Sources/App/main.swift"] = Self.source
      let run = try Workspace(files).run("check", "--no-cache")
      #expect(run.status == 0, "\(run.errors)")
      return run.output.contains("isolated-closure")
    }

    @Test(
      "A manifest requires version 2",
      arguments: [
        "from: \"2.5.0\"", ".upToNextMajor(from: \"2.3.0\")", "exact: \"2.5.1\"",
        "\"2.0.0\"..<\"3.0.0\"", "\"2.0.0\"...\"2.5.3\"",
      ])
    func manifest(_ requirement: String) throws {
      #expect(try !isFound(["Package.swift": Self.manifest(requirement)]))
    }

    @Test(
      "A manifest requires version 3, or does not say which",
      arguments: [
        "from: \"3.0.0\"", "branch: \"2.5.0\"", "revision: \"2aa\"", "\"2.0.0\"..<\"4.0.0\"",
        "version",
      ])
    func otherManifest(_ requirement: String) throws {
      #expect(try isFound(["Package.swift": Self.manifest(requirement)]))
    }

    @Test(
      "What is resolved comes before what a manifest requires",
      arguments: [("2.5.3", "3.0.0", false), ("3.1.0", "2.0.0", true)])
    func resolved(_ version: String, _ required: String, _ isFound: Bool) throws {
      let files = [
        "Package.swift": Self.manifest("from: \"\(required)\""),
        "Package.resolved": Self.resolved("{\"version\": \"\(version)\"}"),
      ]
      #expect(try self.isFound(files) == isFound)
    }

    @Test("A branch that is resolved has no version, so the tool's own is assumed")
    func branch() throws {
      #expect(
        try isFound([
          "Package.resolved": Self.resolved("{\"branch\": \"main\", \"revision\": \"1\"}")
        ]))
    }

    @Test(
      "The files of Xcode's projects, workspaces and of Tuist are read",
      arguments: [
        "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved",
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved", "Tuist/Package.resolved",
      ])
    func places(_ path: String) throws {
      #expect(try !isFound([path: Self.resolved("{\"version\": \"2.5.3\"}")]))
    }

    @Test("The first format of Package.resolved is read")
    func firstFormat() throws {
      let text = """
        {"object": {"pins": [{"package": "Factory", "state": {"version": "2.1.0"},
          "repositoryURL": "https://github.com/hmlongco/Factory.git"}]}, "version": 1}
        """
      #expect(try !isFound(["Package.resolved": text]))
    }

    @Test(
      "The requirement of an Xcode project",
      arguments: [
        ("kind = upToNextMajorVersion; minimumVersion = 2.5.3;", false),
        ("kind = exactVersion; version = 2.5.1;", false),
        ("kind = versionRange; minimumVersion = 2.0.0; maximumVersion = 3.0.0;", false),
        ("kind = upToNextMajorVersion; minimumVersion = 3.0.0;", true),
        ("kind = branch; branch = main;", true),
      ])
    func project(_ requirement: String, _ isFound: Bool) throws {
      let files = [
        "App.xcodeproj/project.pbxproj": Self.project(requirement),
        "factory.yml": "targets: {App: [Sources/**]}",
      ]
      #expect(try self.isFound(files) == isFound)
    }

    @Test(
      "factory.yml says it where nothing else does",
      arguments: [("2", false), ("2.5", false), ("2.5.3", false), ("3", true)])
    func configuration(_ version: String, _ isFound: Bool) throws {
      #expect(try self.isFound(["factory.yml": "factory: \(version)"]) == isFound)
      let files = [
        "factory.yml": "factory: \(version)",
        "Package.resolved": Self.resolved("{\"version\": \"3.0.0\"}"),
      ]
      #expect(try self.isFound(files))
    }

    private static let fatal = """
      import FactoryKit
      protocol A {}
      extension Container {
        public var a: Factory<any A> { self { fatalError() } }
        public var b: Factory<(any A)?> { self { fatalError() } }
        public var c: ParameterFactory<Int, A?> { self { _ in fatalError() } }
      }
      func f() { print(Container.shared.a(), Container.shared.b(), Container.shared.c(1)) }

      """

    @Test(
      "promise-fatal writes promises that the version has",
      arguments: [
        ("2.4.3", "Factory", false), ("2.5.3", "FactoryKit", false), ("3.0.0", "FactoryKit", true),
        (nil, "FactoryKit", true), (nil, "Factory", false),
      ])
    func promises(_ version: String?, _ module: String, _ hasRequired: Bool) throws {
      let source = Self.fatal.replacing("import FactoryKit", with: "import \(module)")
      let workspace = try Workspace(["main.swift": source])
      if let version {
        try workspace.write(Self.resolved("{\"version\": \"\(version)\"}"), to: "Package.resolved")
      }
      let run = try workspace.run("check", "--no-cache", "--fix", "--verbose")
      let text = try workspace.text("main.swift")
      #expect(text.contains("b: Factory<(any A)?> { promised() }"))
      #expect(text.contains("c: ParameterFactory<Int, A?> { promised() }"))
      #expect(text.contains("a: Factory<any A> { required() }") == hasRequired)
      #expect(run.output.contains("required()") == false)
      #expect(
        run.output.contains(
          "Container.a only calls fatalError(). Make its product optional and write 'promised()'")
          == !hasRequired)
    }

    @Test("A change of the version is a change of the program, which the cache sees")
    func cache() throws {
      let workspace = try Workspace(["main.swift": Self.source])
      func isFound() throws -> Bool {
        try workspace.run("check", "--cache-folder", "cache").output.contains("isolated-closure")
      }
      #expect(try isFound())
      try workspace.write("factory: 2", to: "factory.yml")
      #expect(try !isFound())
      try workspace.write(Self.resolved("{\"version\": \"3.0.0\"}"), to: "Package.resolved")
      #expect(try isFound())
    }

    @Test("What is no version is an error", arguments: ["two", "[2]", "0", "-1"])
    func wrongConfiguration(_ version: String) throws {
      let run = try Workspace(["factory.yml": "factory: \(version)", "main.swift": ""]).run("check")
      #expect(run.status == 2)
      #expect(run.errors.contains("'factory' should be the version of Factory"))
    }
  }
#endif
