// Factory, MIT licence; see LICENSE
//
// Nothing of a program is dropped: what has no counterpart is left with a mark.
import FactoryMigrate
import Testing

/// Migrates one file, and returns its text.
private func text(_ source: Migration.Source, _ before: String) -> String {
  migrate(source, before).files[0].text
}

/// A program of Resolver that registers what is given.
private func registering(_ statements: String) -> String {
  """
  import Resolver
  final class Page { var title = ""; var isOpen = false }
  final class Book { var page: Page? }
  extension Resolver {
    static func registerAllServices() {
      \(statements)
    }
  }

  """
}

@Suite struct PropertiesTests {
  @Test(
    "A registration of Resolver that sets properties stays, with a mark",
    arguments: [
      "register { Page() }.resolveProperties { $1.title = \"a\" }",
      "register { Book() }.resolveProperties { $1.page = $0.resolve() }",
      "register { print(1); return Page() }.resolveProperties { _, page in page.isOpen = true }",
      "register(factory: Page.init).resolveProperties { _, page in page.isOpen = true }",
    ])
  func left(_ statement: String) {
    let after = text(.resolver, registering(statement))
    #expect(after.contains("    \(statement)\n"))
    #expect(
      after.contains(
        "// factory:migrate `resolveProperties` has no counterpart: remove this, and declare `var ")
    )
  }

  @Test("The mark says what to write for a registration that sets properties, also for other types")
  func toWrite() {
    let after = text(
      .resolver,
      registering(
        "register { Page() }.resolveProperties { $1.title = \"a\" }.implements(Paper.self)"
          + ".scope(.shared)") + "let page: Page = Resolver.resolve()\n")
    #expect(
      after.contains(
        "`var page: Factory<Page> { self { let x = …; …; return x }.shared }` and "
          + "`var paper: Factory<Paper> { self { self.page() } }`; if two need each other"))
    #expect(after.contains("let page: Page = Container.shared.page()"))
    #expect(after.contains("  var page: Factory<Page> { required() }\n"))
    #expect(after.contains("  var paper: Factory<Paper> { required() }\n"))
  }

  @Test("A second registration that sets properties stays, with a mark")
  func replacing() {
    let statement = "register { Page() }.resolveProperties { $1.title = \"a\" }"
    let after = text(
      .resolver, registering("register { Page() }") + "func f() {\n  Resolver.\(statement)\n}\n")
    #expect(after.contains("  Resolver.\(statement)\n"))
    #expect(after.contains("counterpart: set the properties in the closure that is registered"))
  }

  @Test("What Swinject does after a construction stays, with a mark")
  func completion() {
    let statement =
      "container.register(Book.self) { _ in Book() }.initCompleted { $1.page = $0.resolve(Page.self) }"
    let after = text(
      .swinject,
      """
      import Swinject
      final class Wiring: Assembly {
        func assemble(container: Container) {
          container.register(Page.self) { _ in Page() }
          \(statement)
        }
      }

      """)
    #expect(after.contains("    \(statement)\n"))
    #expect(
      after.contains(
        "declare `var book: Factory<Book> { self { let x = …; …; return x }.graph }`; if two need"))
    #expect(after.contains("var page: Factory<Page>"))
  }
}

@Suite struct ReplacedScopeTests {
  @Test("A registration that replaces one with another scope is marked")
  func scope() {
    let after = text(
      .swinject,
      """
      import Swinject
      final class Wiring: Assembly {
        func assemble(container: Container) {
          container.register(Page.self) { _ in Page() }.inObjectScope(.container)
        }
      }
      func child(of parent: Container) -> Container {
        let child = Container(parent: parent)
        child.register(Page.self) { _ in Page() }
        return child
      }

      """)
    #expect(
      after.contains(
        """
          // factory:migrate the scope of the declaration applies, which is `.cached`: remove it \
        there, and write the scope after each `register`
          child.page.register { Page() }
        """))
  }

  @Test("A stand-in for tests may live as long as what it replaces")
  func standIn() {
    let after = text(
      .resolver,
      registering("register { Page() }.scope(.application)")
        + "func mock() { Resolver.register { MockPage() as Page } }\n")
    #expect(after.contains("Container.shared.page.register { MockPage() }"))
    #expect(!after.contains("factory:migrate"))
  }
}

@Suite struct ConformanceTests {
  @Test("A conformance that is retroactive already becomes one to AutoRegistering")
  func retroactive() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver: @retroactive ResolverRegistering {
        public static func registerAllServices() {
          register { Page() }
          print(1)
        }
      }

      """)
    #expect(after.contains("extension Container: @retroactive AutoRegistering {"))
  }

  @Test("A conformance that is retroactive already is removed if nothing of the function remains")
  func removed() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver: @retroactive ResolverRegistering {
        public static func registerAllServices() {
          register { Page() }
        }
      }

      """)
    #expect(after.contains("extension Container {"))
  }

  @Test("The storage of a wrapped property gets the wrapper that the property has")
  func storage() {
    let after = text(
      .dependencies,
      """
      import Dependencies
      struct View {
        @Dependency(\\.uuid) var uuid
        init() { self._uuid = Dependency(\\.uuid) }
      }

      """)
    #expect(after.contains("@DynamicInjected(\\.uuid) var uuid"))
    #expect(after.contains("self._uuid = DynamicInjected(\\.uuid)"))
  }
}
