// Factory, MIT licence; see LICENSE
//
// Resolutions by type, and the types that they name.
import FactoryMigrate
import Testing

@Suite struct ResolutionTests {
  private static func resolved(_ statement: String) -> String {
    let text = """
      import Swinject
      class Mail { var box = Box() }
      class App { static var resolver: Resolver! }
      final class MailAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Mail.self) { _ in Mail() }
        }
      }
      func use(resolver: Resolver?) async throws {
        \(statement)
      }

      """
    let lines = migrate(.swinject, text).files[0].text.split(separator: "\n")
    return lines.last { $0.hasPrefix("  ") }!.dropFirst(2).description
  }

  @Test(
    "What was optional stays optional",
    arguments: [
      ("let mail = App.resolver.resolve(Mail.self)", "let mail = Optional(App.resolver.mail())"),
      // Behind `?` it is optional already.
      ("let mail = resolver?.resolve(Mail.self)", "let mail = resolver?.mail()"),
      (
        "guard let mail = await App.resolver.resolve(Mail.self) else { return }",
        "guard let mail = await Optional(App.resolver.mail()) else { return }"
      ),
      (
        "let mail = try App.resolver.resolve(Mail.self)",
        "let mail = try Optional(App.resolver.mail())"
      ),
      (
        "let box = App.resolver.resolve(Mail.self)?.box.first()",
        "let box = Optional(App.resolver.mail())?.box.first()"
      ),
      (
        "let box = await App.resolver.resolve(Mail.self)?.box",
        "let box = await Optional(App.resolver.mail())?.box"
      ),
      (
        "let count = App.resolver.resolve(Mail.self)?.box?.count",
        "let count = Optional(App.resolver.mail())?.box?.count"
      ),
      ("App.resolver.resolve(Mail.self)?.box.open()", "Optional(App.resolver.mail())?.box.open()"),
      ("let box = resolver?.resolve(Mail.self)?.box", "let box = resolver?.mail().box"),
    ])
  func optionals(statement: String, expected: String) {
    #expect(Self.resolved(statement) == expected)
  }

  @Test("A line break within a type's name makes no other type")
  func lineBreak() {
    let text = migrate(
      .resolver,
      """
      import Resolver
      extension Resolver {
        static func registerAll() {
          register {
            Pay
              .Provider(api: 1)
          }.scope(.shared)
        }
      }
      struct Shop { @Injected var provider: Pay.Provider }

      """
    ).files[0].text
    #expect(text.contains("  var provider: Factory<Pay.Provider> {"))
    #expect(!text.contains("required()"))
  }

  @Test("A generic parameter is no type of a factory")
  func genericParameter() {
    let result = migrate(
      .resolver,
      """
      import Resolver
      class DataService<Provider: Providing> { init(provider: Provider) {} }
      extension Resolver {
        static func registerAll() {
          register { DataService<Pay>(provider: resolve()) }
          register { DataService(provider: resolve()) as Service }
        }
      }

      """)
    #expect(!result.files[0].text.contains("Factory<Provider>"))
    #expect(
      result.files[0].notes.map(\.kind).contains("the type of this resolution cannot be read"))
  }

  @Test("The type of a parameter may be a name that its own type declares")
  func alias() {
    let text = migrate(
      .resolver,
      """
      import Resolver
      class DataService { typealias Provider = PayProvider; init(provider: Provider) {} }
      extension Resolver {
        static func registerAll() {
          register { PayProvider() }
          register { DataService(provider: resolve()) }
        }
      }

      """
    ).files[0].text
    #expect(text.contains("self { DataService(provider: self.payProvider()) }"))
    #expect(!text.contains("required()"))
  }

  @Test(
    "A resolution by the operator of SwinjectAutoregistration has a mark",
    arguments: ["self.mail = r ~> Mail.self", "let mail = r ~> Mail.self", "use(r ~> Mail.self)"])
  func resolvingOperator(code: String) {
    let file = migrate(
      .swinject,
      "import Swinject\nstruct A {\n  func f(_ r: Resolver) { \(code) }\n}\n"
    ).files[0]
    #expect(file.notes.map(\.message) == ["write `r.…()`"])
    #expect(file.text.contains(code))
  }

  @Test("A name of FactoryKit that another module of the program declares is qualified")
  func ambiguousName() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/App/Injected.swift": """
        import Swinject
        @propertyWrapper public final class Injected<T> {}
        struct Store { @Injected() var mail: Mail }

        """,
        "Tests/AppTests/T.swift": """
        @testable import App
        import Swinject
        import XCTest
        struct StoreTests { @Injected() var store: Store }

        """,
      ])
    #expect(files.text("Tests/AppTests/T.swift").contains("{ @App.Injected() var store: Store }"))
    #expect(files.text("Sources/App/Injected.swift").contains("{ @Injected() var mail: Mail }"))
  }

  @Test("What wraps a resolver is marked at its declaration and where it is made")
  func wrapper() {
    let result = migrate(
      .swinject,
      """
      import Swinject
      struct Locked: Resolver {
        let base: Resolver
        func resolve<T>(_ type: T.Type) -> T? { base.resolve(type) }
        func resolve<T>(_ type: T.Type, name: String?) -> T? { base.resolve(type, name: name) }
      }
      var resolver: Resolver { Locked(base: assembler.resolver) }

      """)
    #expect(
      result.files[0].notes.map(\.kind) == [
        "… is the class … now, which is final", "… is no …",
      ])
  }

  @Test("A test that made its own container is marked, and the assemblies are written as they were")
  func containerOfTest() {
    let result = migrate(
      .swinject,
      """
      import Swinject
      import Testing
      final class TestAssembly: Assembly {
        let context: Int
        init(context: Int) { self.context = context }
        func assemble(container: Container) { setUp(context) }
      }
      struct MailTests {
        let resolver: Resolver
        init() {
          let assembler = Assembler([TestAssembly(context: 1)])
          resolver = assembler.resolver
        }
      }

      """)
    let messages = result.files[0].notes.map(\.message)
    #expect(messages.contains { $0.hasPrefix("this test had a container of its own") })
    #expect(
      messages.contains {
        $0.contains("`TestAssembly(context: 1).assemble(container: Container.shared)`")
      })
  }

  @Test("A factory that a function registers under a condition names the function")
  func conditionalRegistration() {
    let text = migrate(
      .swinject,
      """
      import Swinject
      final class ServiceAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Mail.self) { _ in Mail() }
          if #available(iOS 18, *) {
            container.register(Live.self) { _ in Live() }
          }
        }
      }

      """
    ).files[0].text
    #expect(text.contains("// factory:migrate Live is registered when `assemble` runs: call that"))
    #expect(!text.contains("no registration of Live"))
  }

  @Test("The documentation of a function is not that of the first factory that it registered")
  func documentationOfFunction() {
    let text = migrate(
      .resolver,
      """
      import Resolver
      extension Resolver {
        /// Session scope: until the user logs out.
        static func registerSession() {
          register { Mail() }
        }
      }

      """
    ).files[0].text
    #expect(
      text.contains(
        """
          // Session scope: until the user logs out.

          var mail: Factory<Mail>
        """))
    #expect(!text.contains("///"))
  }

  private static func swinject(_ helpers: String, _ code: String) -> String {
    let text = """
      import Swinject
      class Mail { init(_ store: Store? = nil) {} }
      class Store {}
      extension Container {
      \(helpers)
      }
      final class MailAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Store.self) { _ in Store() }
          container.register(Mail.self) { resolver in \(code) }
        }
      }

      """
    return migrate(.swinject, text).files[0].text
  }

  @Test(
    "A function of the program that only unwraps a resolution is one",
    arguments: [
      "func force<T>(_ type: T.Type) -> T { resolve(type)! }",
      "func force<T>(_ type: T.Type, name: String?) -> T { return self.resolve(type, name: name)! }",
    ])
  func forced(helper: String) {
    let text = Self.swinject("  \(helper)", "Mail(resolver.force(Store.self))")
    #expect(text.contains("var mail: Factory<Mail> { self { Mail(self.store()) }"))
    // The function itself resolves a type that is not known there.
    #expect(text.split(separator: "// factory:migrate").count == 2)
  }

  @Test("Files of other modules need no import to call such a function")
  func forcedElsewhere() {
    let files = migrate(
      .swinject,
      files: [
        "Sources/Core/Graph.swift": """
        import Swinject
        public class Mail {}
        public class Graph { public let resolver: Resolver }
        extension Resolver { public func force<T>(_ type: T.Type) -> T { resolve(type)! } }
        final class MailAssembly: Assembly {
          func assemble(container: Container) { container.register(Mail.self) { _ in Mail() } }
        }

        """,
        "Sources/App/Screen.swift": """
        import Core
        struct Screen {
          let mail = graph.resolver.force(
            Mail.self
          )
        }

        """,
        "Sources/Other/Screen.swift": "let mail = graph.resolver.force(Mail.self)\n",
      ])
    #expect(files.text("Sources/App/Screen.swift").contains("let mail = graph.resolver.mail()"))
    #expect(files.text("Sources/App/Screen.swift").contains("import FactoryKit\n"))
    #expect(!files["Sources/Other/Screen.swift"]!.isChanged)
  }

  @Test(
    "A call of another function of the program that resolves by type is marked",
    arguments: [
      ("func force<T>(_ type: T.Type) -> T { log(type); return resolve(type)! }", "Store.self"),
      ("func force<T>(_ type: T.Type) -> T? { resolve(type) }", "Store.self"),
      ("func force<T>() -> T { resolve(T.self)! }", ""),
      ("func force<T>(of type: T.Type) -> T { _resolve(name: nil) { $0 }! }", "of: Store.self"),
    ])
  func ownResolutions(helper: String, arguments: String) {
    let text = Self.swinject("  \(helper)", "Mail(resolver.force(\(arguments)))")
    #expect(
      text.contains(
        "// factory:migrate `force` resolves by type: write the property of the container, `….…()`")
    )
  }

  @Test("One mark stands for all calls of such a function")
  func manyResolutions() {
    let text = Self.swinject(
      "  func force<T>() -> T { resolve(T.self)! }",
      "Mail(resolver.force())\n    }\n    container.register(Box.self) { resolver in Box(resolver.force())"
    )
    #expect(text.contains("`….…()` (2 places)"))
  }

  @Test(
    "A function of the program that registers by type is marked, and each of its calls",
    arguments: [
      "_register(type, factory: make)", "register(type, factory: make)",
      "register(T.self) { make($0) }",
    ])
  func ownRegistrations(registration: String) {
    let text = migrate(
      .swinject,
      """
      import Swinject
      class Mail {}
      extension Container {
        func single<T>(_ type: T.Type, make: @escaping (Resolver) -> T) {
          \(registration).inObjectScope(.container)
        }
      }
      func setUp(container: Container) {
        container.single(Mail.self) { _ in Mail() }
        container.single(Store.self) { r in Store(r) }
      }

      """
    ).files[0].text
    for mark in [
      "there is no registration of a type that is not known here: write a factory for each type",
      "`single` registers by type: write `var mail: Factory<Mail> { self { … } }` in an extension",
      "`single` registers by type: write `var store: Factory<Store> { self { … } }` in an extension",
    ] { #expect(text.contains("// factory:migrate \(mark)"), "\(text)") }
    #expect(!text.contains("Factory<T>"))
  }

  @Test(
    "What Resolving and extensions of Resolver give is marked where it is not rewritten",
    arguments: [
      ("class Screen: Resolving { lazy var a: A = resolver.force(A.self) }", true),
      ("class Screen: Resolving { lazy var a: A = self.resolver.force(A.self) }", true),
      ("extension Resolver { func more() -> A { root.make(A.self) } }", true),
      ("class Screen: Resolving { lazy var a: A = resolver.resolve() }", false),
      (
        "class Screen: Resolving { let resolver = Own(); lazy var a: A = resolver.force(A.self) }",
        false
      ),
      ("class Screen { lazy var a: A = resolver.force(A.self) }", false),
      ("class Screen: Resolving { func f(resolver: Own) { resolver.run() } }", false),
    ])
  func ownResolver(_ source: String, isMarked: Bool) {
    let text = migrate(
      .resolver,
      """
      import Resolver
      class A {}
      extension Resolver { static func registerAll() { register { A() } } }
      \(source)

      """
    ).files[0].text
    #expect(
      text.contains("// factory:migrate there is no object that resolves by type") == isMarked)
  }
}
