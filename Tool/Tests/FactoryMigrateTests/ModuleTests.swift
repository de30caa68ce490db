// Factory, MIT licence; see LICENSE
import FactoryMigrate
import Testing

@Suite struct ModuleTests {
  private static let register = """
    import Swinject
    public final class Mail {}
    final class CoreAssembly: Assembly {
      func assemble(container: Container) {
        container.register(Mail.self) { _ in Mail() }
      }
    }

    """
  private static let resolve = "func f(_ r: Resolver) -> Mail { r.resolve(Mail.self)! }\n"

  @Test("A factory that another module resolves is public")
  func visible() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/Core/Core.swift": Self.register,
        "Sources/App/App.swift": "import Core\nimport Swinject\n" + Self.resolve,
      ])
    #expect(files.text("Sources/Core/Core.swift").contains("public var mail: Factory<Mail>"))
    #expect(files["Sources/App/App.swift"]!.notes.isEmpty)
  }

  @Test("A factory that only its module and the tests resolve is not public")
  func internalUse() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/Core/Core.swift": Self.register,
        "Sources/Core/Use.swift": "import Swinject\n" + Self.resolve,
        "Tests/CoreTests/T.swift": "@testable import Core\nimport XCTest\nimport Swinject\n"
          + Self.resolve,
      ])
    #expect(files.text("Sources/Core/Core.swift").contains("  var mail: Factory<Mail>"))
    #expect(!files.text("Sources/Core/Core.swift").contains("public var"))
  }

  @Test("A resolution in a module that does not see the factory is marked")
  func invisible() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/App/App.swift": "import Feature\n" + Self.register,
        "Sources/Feature/Feature.swift": "import Swinject\n" + Self.resolve,
      ])
    let notes = files["Sources/Feature/Feature.swift"]!.notes.map(\.message)
    #expect(notes.count == 1)
    #expect(notes[0].hasPrefix("this module does not import the one that declares `mail`"))
    #expect(files.text("Sources/App/App.swift").contains("  var mail: Factory<Mail>"))
  }

  @Test("A folder `Sources` without a package is no module")
  func noPackage() {
    let files = migrate(
      .swinject,
      files: [
        "Game/Sources/Core/Core.swift": Self.register,
        "Game/Sources/Levels/Level.swift": "import Swinject\n" + Self.resolve,
      ])
    #expect(files["Game/Sources/Levels/Level.swift"]!.notes.isEmpty)
  }

  @Test("The modules that a caller names count, whatever the paths say")
  func namedModules() {
    let result = Migration(from: .swinject).migrate([
      .init(path: "Code/Core.swift", text: Self.register, module: "Core"),
      .init(
        path: "Code/App.swift", text: "import Core\nimport Swinject\n" + Self.resolve, module: "App"
      ),
    ])
    #expect(result.files[0].text.contains("public var mail: Factory<Mail>"))
  }

  @Test("A file without an import is rewritten if another file of its module imports Swinject")
  func noImport() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/Core/Core.swift": Self.register + "struct Scene { let resolver: Resolver }\n",
        "Sources/Core/Use.swift":
          "func f(_ scene: Scene) -> Mail { scene.resolver.resolve(Mail.self)! }\n",
        "Sources/Core/Other.swift":
          "func g(_ scene: Scene) -> Mail { scene.finder.resolve(Mail.self)! }\n",
      ])
    #expect(
      files.text("Sources/Core/Use.swift")
        == "import FactoryKit\n\nfunc f(_ scene: Scene) -> Mail { scene.resolver.mail() }\n")
    #expect(!files["Sources/Core/Other.swift"]!.isChanged)
  }

  @Test("The factory of a type that only its file sees is visible there only")
  func filePrivate() {
    let files = migrate(
      .resolver,
      files: [
        "A.swift": "import Resolver\nprivate final class Impl: P {}\nextension Resolver {\n"
          + "  static func a() {\n    register { Impl() }.implements(P.self)\n  }\n}\n"
      ])
    #expect(files.text("A.swift").contains("  fileprivate var impl: Factory<Impl>"))
    #expect(files.text("A.swift").contains("  var p: Factory<P>"))
  }

  // MARK: Values of swift-dependencies

  private static let model =
    "import Dependencies\nstruct Model { @Dependency(\\.uuid) var uuid }\n"

  @Test("A value of the library is declared once, in the lowest module that uses it")
  func lowest() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/App/App.swift": "import Core\n" + Self.model,
        "Sources/Core/Core.swift": Self.model,
      ])
    #expect(!files.text("Sources/App/App.swift").contains("extension Container"))
    #expect(
      files.text("Sources/Core/Core.swift").contains(
        "public var uuid: Factory<@Sendable () -> UUID>"))
  }

  @Test("It is declared below two modules that do not see each other")
  func common() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/A/A.swift": "import Base\n" + Self.model,
        "Sources/B/B.swift": "import Base\n" + Self.model,
        "Sources/Base/Base.swift": "import Dependencies\nstruct Base {}\n",
      ])
    #expect(files.text("Sources/Base/Base.swift").contains("public var uuid"))
    #expect(!files.text("Sources/A/A.swift").contains("extension Container"))
    #expect(!files.text("Sources/B/B.swift").contains("extension Container"))
  }

  @Test("Without such a module, one mark asks for both")
  func nowhere() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/A/A.swift": Self.model, "Sources/B/B.swift": Self.model,
        "Sources/App/App.swift": "import A\nimport B\n",
      ])
    #expect(!files.text("Sources/A/A.swift").contains("extension Container"))
    #expect(!files.text("Sources/B/B.swift").contains("extension Container"))
    #expect(files["Sources/A/A.swift"]!.notes.map(\.message).first?.hasSuffix("(2 places)") == true)
    #expect(files["Sources/B/B.swift"]!.notes.isEmpty)
  }
}
