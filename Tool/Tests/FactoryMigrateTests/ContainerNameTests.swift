// Factory, MIT licence; see LICENSE
//
// The names of the libraries' types, and those of the program.
import FactoryMigrate
import Testing

@Suite struct OwnTypeTests {
  @Test("A program's own Container is not extended: the library's is named with its module")
  func container() {
    let text = migrate(
      .resolver,
      """
      import Resolver
      struct Container<Content> { var content: Content }
      extension Container { func padded() -> Self { self } }
      class Mail {}
      extension Resolver {
        static func registerAll() {
          register { Mail() }
        }
      }
      func f() { let mail: Mail = Resolver.resolve() }

      """
    ).files[0].text
    #expect(text.contains("extension Container { func padded() -> Self { self } }"))
    #expect(text.contains("extension FactoryKit.Container {\n  var mail: Factory<Mail>"))
    #expect(text.contains("let mail: Mail = FactoryKit.Container.shared.mail()"))
  }

  @Test("Nor are its own Factory and Container taken for the library's")
  func factory() {
    let text = migrate(
      .dependencies,
      """
      import Dependencies
      enum Factory { case large }
      struct Container {}
      struct Model { @Dependency(\\.uuid) var uuid }

      """
    ).files[0].text
    #expect(
      text.contains("extension FactoryKit.Container {\n    var uuid: FactoryKit.Factory<@Sendable"))
  }

  @Test(
    "Nor is its own Scope",
    arguments: [
      (
        Migration.Source.resolver,
        "import Resolver\nextension ResolverScope { static let app = ResolverScopeCache() }",
        "extension FactoryKit.Scope { static let app = Cached() }"
      ),
      (
        .resolver, "import Resolver\nlet app = ResolverScopeCache()",
        "let app = FactoryKit.Scope.Cached()"
      ),
      (
        .swinject, "import Swinject\nextension ObjectScope { static let app = make() }",
        "extension FactoryKit.Scope { static let app = make() }"
      ),
      (
        .factory1, "import Factory\nextension Container.Scope { static var app = Cached() }",
        "extension FactoryKit.Scope { static let app = Cached() }"
      ),
      (
        .factory2,
        "import Factory\nextension Container { var a: Factory<A> { self { A() }.scope(.session) } }",
        "extension FactoryKit.Scope {\n    static let session = Cached()\n}\n\n"
          + "extension Container { var a: Factory<A> { self { A() }.scope(.session) } }"
      ),
      (
        .factory1, "import Factory\nlet app = Container.Scope.cached",
        "let app = FactoryKit.Scope.cached"
      ),
      (
        .factory1, "import Factory\nfunc f() { Container.Scope.singleton.reset() }",
        "func f() { FactoryKit.Scope.singleton.reset() }"
      ),
    ])
  func scope(source: Migration.Source, code: String, after: String) {
    let text = migrate(source, code + "\nenum Scope { case all }\n").files[0].text
    #expect(text == "import FactoryKit\n\(after)\nenum Scope { case all }\n")
  }

  @Test("Swinject's Container is told from the program's own by its module")
  func swinject() {
    let text = migrate(
      .swinject,
      """
      import Swinject
      struct Container {}
      extension Container { func setUp() { register(Mail.self) { 1 } } }
      final class MailAssembly: Assembly {
        func assemble(container: Swinject.Container) {
          container.register(Mail.self) { _ in Mail() }
        }
      }
      func f(container: Swinject.Container) -> Mail { container.resolve(Mail.self)! }

      """
    ).files[0].text
    #expect(text.contains("extension Container { func setUp() { register(Mail.self) { 1 } } }"))
    #expect(text.contains("extension FactoryKit.Container {\n  var mail: Factory<Mail>"))
    #expect(text.contains("func f(container: FactoryKit.Container) -> Mail { container.mail() }"))
  }

  @Test("The container of another module that the file does not see changes nothing")
  func otherModule() {
    let files = migrate(
      .resolver,
      files: [
        "Sources/UI/Container.swift": "public struct Container {}\n",
        "Sources/App/App.swift":
          "import Resolver\nextension Resolver {\n  static func a() {\n    register { A() }\n  }\n}\n",
      ])
    #expect(files.text("Sources/App/App.swift").contains("extension Container {"))
  }
}

@Suite struct StaticSwinjectContainerTests {
  private static let mail = """
    import Swinject
    class Mail {}
    final class MailAssembly: Assembly {
      func assemble(container: Container) {
        container.register(Mail.self) { _ in Mail() }
      }
    }

    """

  private func migrated(_ code: String) -> Migration.MigratedFile {
    migrate(.swinject, Self.mail + code + "\n").files[0]
  }

  @Test(
    "A static member of Container is a container, also if another package declares it",
    arguments: [
      ("let a = Container.shared.resolve(Mail.self)!", "let a = Container.shared.mail()"),
      ("let a = Container.main.resolve(Mail.self)!", "let a = Container.main.mail()"),
      (
        "let a = Swinject.Container.shared.resolve(Mail.self)!",
        "let a = FactoryKit.Container.shared.mail()"
      ),
      (
        "func f() { use(Container.app.resolve(Mail.self)!) }",
        "func f() { use(Container.app.mail()) }"
      ),
    ])
  func staticMember(before: String, after: String) {
    #expect(migrated(before).text.contains("\n\(after)\n"))
  }

  @Test(
    "The program's own `shared` goes, as FactoryKit declares one",
    arguments: [
      "extension Container {\n  static let shared = Container()\n}",
      "extension Container { public static var shared: Container = Container() }",
      "extension Container { static let shared = Container(defaultObjectScope: .graph) }",
    ])
  func shared(declaration: String) {
    let file = migrated("\(declaration)\nlet a = Container.shared.resolve(Mail.self)!")
    #expect(!file.text.contains("static"))
    #expect(file.text.contains("\nlet a = Container.shared.mail()\n"))
    #expect(file.notes.isEmpty)
  }

  @Test("Other members of its extension stay")
  func otherMembers() {
    let file = migrated(
      "extension Container {\n  static let shared = Container()\n  static let main = Container()\n}"
    )
    #expect(file.text.contains("extension Container {\n  static let main = Container()\n}"))
  }

  @Test(
    "One that does more is marked",
    arguments: [
      "extension Container { static let shared: Container = { Container() }() }",
      "extension Container { static var shared: Container { AppDelegate.container } }",
      "extension Container { static let shared = Container { $0.setUp() } }",
    ])
  func sharedWithMore(declaration: String) {
    #expect(
      migrated(declaration).notes.map(\.kind).contains("there is a … already"))
  }

  @Test(
    "A resolution by what may be a container does not stay without a mark",
    arguments: [
      ("let a = services.resolve(Mail.self)!", true), ("let a = app.di.resolve(Page.self)", true),
      ("let a = locator.resolve(Mail.self)", false),
      ("let a = Locator.main.resolve(Mail.self)", false),
    ])
  func unknown(code: String, isMarked: Bool) {
    let file = migrated(
      """
      final class Locator { static let main = Locator(); func resolve<T>(_ type: T.Type) -> T { make() } }
      let locator: Locator = Locator()
      \(code)
      """)
    let kinds = file.notes.map(\.kind).filter { $0.hasPrefix("whether this is a container") }
    #expect(!kinds.isEmpty == isMarked)
  }

  @Test(
    "A generic service keeps its arguments",
    arguments: [
      ("Repository<Mail>", "mailRepository"), ("Data.Box<Mail>", "mailBox"),
      ("any Store<Mail>", "mailStore"), ("[Repository<Mail>]", "mailRepositories"),
      ("Result<Mail, Error>", "mailErrorResult"),
    ])
  func generic(type: String, name: String) {
    let written = type.hasPrefix("any") ? "(\(type))" : type
    let text = migrate(
      .swinject,
      """
      import Swinject
      final class A: Assembly {
        func assemble(container: Container) {
          container.register(\(written).self) { _ in make() }
          container.register(Other.self) { r in Other(r.resolve(\(written).self)!) }
        }
      }

      """
    ).files[0].text
    #expect(text.contains("  var \(name): Factory<\(type)> { self { make() }.graph }"))
    #expect(text.contains("self { Other(self.\(name)()) }.graph"))
  }
}

@Suite struct QuestionTests {
  @Test("A question that many places ask has one mark, with their number")
  func one() {
    let files = migrate(
      .dependencies,
      files: [
        "A.swift": "import Dependencies\nstruct A { @Dependency(\\.openURL) var open }\n",
        "B.swift": "import Dependencies\nstruct B { @Dependency(\\.openURL) var open }\n",
        "C.swift": "import Dependencies\nstruct C { @Dependency(\\.dismiss) var dismiss }\n",
      ])
    #expect(
      files["A.swift"]!.notes.map(\.message) == [
        "nothing in these files declares `openURL`: write `var openURL: Factory<…> { self { … "
          + "}.cached }` in `extension Container` (2 places)"
      ])
    #expect(files["B.swift"]!.notes.isEmpty)
    #expect(files["C.swift"]!.notes.count == 1)
    #expect(files.text("B.swift").contains("@DynamicInjected(\\.openURL)"))
  }

  @Test("Modules that do not see a factory ask once for it")
  func modules() {
    let resolve = "import Swinject\nfunc f(_ r: Resolver) -> Mail { r.resolve(Mail.self)! }\n"
    let files = migrate(
      .swinject,
      files: [
        "Sources/App/App.swift": """
        import A
        import B
        import Swinject
        final class AppAssembly: Assembly {
          func assemble(container: Container) {
            container.register(Mail.self) { _ in Mail() }
          }
        }

        """,
        "Sources/A/A.swift": resolve, "Sources/B/B.swift": resolve + resolve,
      ])
    #expect(
      files["Sources/A/A.swift"]!.notes.map(\.message).first?.hasSuffix("(3 places)") == true)
    #expect(files["Sources/B/B.swift"]!.notes.isEmpty)
  }

  @Test("The default scope is asked for once")
  func scope() {
    let files = migrate(
      .swinject,
      files: [
        "A.swift": """
        import Swinject
        let a = Container(defaultObjectScope: .container)
        let b = Container()
        final class A: Assembly {
          func assemble(container: Container) {
            container.register(Mail.self) { _ in Mail() }
            container.register(Page.self) { _ in Page() }
          }
        }

        """
      ])
    let kinds = files["A.swift"]!.notes.map(\.kind)
    #expect(kinds.filter { $0.hasPrefix("its scope is not known") }.count == 1)
  }
}
