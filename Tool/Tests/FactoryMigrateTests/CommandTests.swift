// Factory, MIT licence; see LICENSE
//
// Runs the tool as a process.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct CommandTests {
    @Test("The command rewrites files and prints a summary")
    func rewrite() throws {
      let folder = try TemporaryFolder(["A.swift": "import Factory\nlet x = Container.x()\n"])
      let run = try folder.run("migrate", "--from", "factory1", folder.path)
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("Changed 1 of 1 file."))
      #expect(try folder.text("A.swift") == "import FactoryKit\nlet x = Container.shared.x()\n")
    }

    @Test("--dry-run prints a diff and writes nothing")
    func dryRun() throws {
      let text = "import Factory\nlet x = Container.x()\n"
      let folder = try TemporaryFolder(["A.swift": text])
      let run = try folder.run("migrate", "--from", "factory1", "--dry-run", "-q", folder.path)
      #expect(run.status == 0)
      #expect(run.output.contains("-import Factory\n"))
      #expect(run.output.contains("+let x = Container.shared.x()\n"))
      #expect(run.errors.isEmpty)
      #expect(try folder.text("A.swift") == text)
    }

    private static let captive = """
      extension Container {
        var mail: Factory<Mail> { self { Mail() }.cached }
        var outbox: Factory<Outbox> { self { Outbox(mail: self.mail()) }.singleton }
      }

      """

    @Test("What the check finds in the result is printed", arguments: [[], ["--dry-run"]])
    func newFindings(options: [String]) throws {
      let folder = try TemporaryFolder([
        "A.swift": """
        import Resolver
        class Mail {}
        class Outbox { init(mail: Mail) {} }
        extension Resolver {
          static func register() {
            register { Mail() }.scope(.cached)
            register { Outbox(mail: resolve()) }.scope(.application)
          }
        }
        func send() { let outbox: Outbox = Resolver.resolve() }

        """
      ])
      let run = try folder.run(["migrate", "--from", "resolver", folder.path] + options)
      #expect(run.status == 0)
      #expect(run.errors.contains("[captive-lifetime]"))
      #expect(run.errors.contains("New findings of `factory check`: 0 errors, 1 warning."))
    }

    @Test("What the check has found before is not printed again")
    func oldFindings() throws {
      let folder = try TemporaryFolder([
        "A.swift": "import FactoryKit\n" + Self.captive
          + "func f() { _ = Container.shared.outbox() }\n",
        "B.swift": "import Factory\nfunc g() { _ = Container.shared.outbox() }\n",
      ])
      let run = try folder.run(["migrate", "--from", "factory2", folder.path])
      #expect(run.status == 0)
      #expect(run.errors.contains("Changed 1 of 2 files."))
      #expect(!run.errors.contains("[captive-lifetime]"))
      #expect(run.errors.contains("New findings of `factory check`: none."))
    }

    @Test("Files that are left as they are are listed with the reason")
    func refused() throws {
      let folder = try TemporaryFolder([
        "A.swift": "import ComposableArchitecture\nstruct A {}\n"
      ])
      let run = try folder.run(["migrate", "--from", "dependencies", folder.path])
      #expect(
        run.errors.contains("A.swift: note: left as it is: it imports ComposableArchitecture"))
      #expect(run.errors.contains("Left 1 file unchanged"))
    }

    @Test("A package's manifest tells the modules")
    func modules() throws {
      let folder = try TemporaryFolder([
        "Package.swift": """
        import PackageDescription
        let package = Package(
          name: "P",
          targets: [
            .target(name: "Core", path: "core"),
            .target(name: "App", dependencies: ["Core"], path: "app"),
          ])

        """,
        "core/A.swift": "import Dependencies\nstruct A { @Dependency(\\.uuid) var uuid }\n",
        "app/B.swift":
          "import Core\nimport Dependencies\nstruct B { @Dependency(\\.uuid) var uuid }\n",
      ])
      let run = try folder.run(["migrate", "--from", "dependencies", folder.path])
      #expect(run.status == 0)
      #expect(try folder.text("core/A.swift").contains("public var uuid"))
      #expect(try !folder.text("app/B.swift").contains("extension Container"))
    }

    /// An app and its widget, which both compile the files in `Shared`.
    private static let project = """
      // !$*UTF8*$!
      {
        objects = {
          P1 = { isa = PBXProject; mainGroup = G0; projectDirPath = ""; targets = (T1, T2); };
          G0 = { isa = PBXGroup; children = (S1, S2, S3); sourceTree = "<group>"; };
          S1 = { isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
          S2 = { isa = PBXFileSystemSynchronizedRootGroup; path = Widget; sourceTree = "<group>"; };
          S3 = { isa = PBXFileSystemSynchronizedRootGroup; path = Shared; sourceTree = "<group>"; };
          T1 = { isa = PBXNativeTarget; name = App; fileSystemSynchronizedGroups = (S1, S3);
            productType = "com.apple.product-type.application"; };
          T2 = { isa = PBXNativeTarget; name = Widget; fileSystemSynchronizedGroups = (S2, S3);
            productType = "com.apple.product-type.app-extension"; };
        };
        rootObject = P1;
      }
      """

    private static func assembly(_ type: String) -> String {
      """
      import Swinject
      class \(type) {}
      class \(type)Assembly: Assembly {
        func assemble(container: Container) {
          container.register(\(type).self) { _ in \(type)() }
        }
      }

      """
    }

    @Test(
      "A file that two targets of an Xcode project compile is migrated once, and belongs to both")
    func sharedFile() throws {
      let folder = try TemporaryFolder([
        "App.xcodeproj/project.pbxproj": Self.project,
        "Shared/Mail.swift": Self.assembly("Mail"),
        "Widget/W.swift": "import Swinject\nlet mail = resolver.resolve(Mail.self)!\n",
      ])
      let run = try folder.run(["migrate", "--from", "swinject", folder.path])
      #expect(run.status == 0)
      #expect(run.errors.contains("factories: 1\n"))
      #expect(try folder.text("Shared/Mail.swift").contains("  var mail: Factory<Mail> {"))
      #expect(try folder.text("Widget/W.swift").contains("\nlet mail = resolver.mail()\n"))
    }

    @Test("A resolution in a target that does not see the factory is marked")
    func otherTarget() throws {
      let folder = try TemporaryFolder([
        "App.xcodeproj/project.pbxproj": Self.project,
        "App/Mail.swift": Self.assembly("Mail"),
        "Widget/W.swift": "import Swinject\nlet mail = resolver.resolve(Mail.self)!\n",
      ])
      let run = try folder.run(["migrate", "--from", "swinject", folder.path])
      #expect(
        try folder.text("Widget/W.swift").contains(
          "// factory:migrate this module does not import the one that declares `mail`"))
      #expect(run.status == 0)
    }

    @Test("Factories that a marked resolution by type may use are not called unused")
    func uncertainUse() throws {
      let folder = try TemporaryFolder([
        "A.swift": Self.assembly("Mail") + """
          struct Locator {
            let container: Container
            func find<T>(_ type: T.Type) -> T { container.resolve(type)! }
          }

          """
      ])
      let run = try folder.run(["migrate", "--from", "swinject", folder.path])
      #expect(!run.errors.contains("[unused-factory]"))
      #expect(run.errors.contains("1 factory without a use that is known"))
    }

    @Test("A path that does not exist ends with 2")
    func noPath() throws {
      let folder = try TemporaryFolder([:])
      let run = try folder.run("migrate", "--from", "resolver", folder.path + "/none")
      #expect(run.status == 2)
      #expect(run.errors.contains("no such file or folder"))
    }

    @Test("A file that is not UTF-8 is reported, and the others are rewritten")
    func notText() throws {
      let folder = try TemporaryFolder(["A.swift": "import Factory\n"])
      try Data([0xFF, 0xFE, 0x41]).write(to: folder.url.appendingPathComponent("B.swift"))
      let run = try folder.run("migrate", "--from", "factory2", folder.path)
      #expect(run.status == 0)
      #expect(run.errors.contains("B.swift: is not UTF-8"))
      #expect(try folder.text("A.swift") == "import FactoryKit\n")
    }
  }

  private struct TemporaryFolder {
    let url: URL
    var path: String { url.path }

    init(_ files: [String: String]) throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in files {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
      try run(arguments)
    }

    func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
      let process = Process()
      process.executableURL = Self.tool
      process.arguments = arguments
      // Files, because a full pipe would stop the process.
      let (output, errors) = (
        url.appendingPathComponent(".out"), url.appendingPathComponent(".err")
      )
      for file in [output, errors] { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try text(".out"), try text(".err"))
    }

    /// The tool is next to the tests.
    private static var tool: URL {
      #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        return bundle.deletingLastPathComponent().appendingPathComponent("factory")
      #else
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
          .appendingPathComponent("factory")
      #endif
    }
  }
#endif
