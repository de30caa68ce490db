// Factory, MIT licence; see LICENSE
//
// Types within types whose names are those of a library's types, too.
import FactoryMigrate
import Testing

@Suite struct NestedNameTests {
  private static func home(_ name: String) -> String {
    "public enum Home { public struct HomeView { public struct \(name) {} } }\n"
  }

  @Test(
    "A type within another module's type does not qualify a name of the library",
    arguments: ["Factory<Mail>", "Scope", "Injected<Mail>"])
  func qualified(use: String) {
    let files = migrate(
      .factory1,
      files: [
        "Sources/Home/Home.swift": Self.home(String(use.prefix { $0 != "<" })),
        "Sources/App/App.swift": "import Factory\nimport Home\nvar value: \(use)?\n",
      ])
    #expect(
      files.text("Sources/App/App.swift") == "import FactoryKit\nimport Home\nvar value: \(use)?\n")
  }

  @Test("Nor does one of which the other module makes nothing public, unless it is testable")
  func access() {
    let declaration = "struct Factory<T> {}\n"
    func migrated(_ declaration: String, _ attribute: String = "") -> String {
      migrate(
        .factory1,
        files: [
          "Sources/Core/Core.swift": declaration,
          "Sources/App/App.swift":
            "import Factory\n\(attribute)import Core\nvar a: Factory<Int>?\n",
        ]
      ).text("Sources/App/App.swift")
    }
    #expect(migrated(declaration).hasSuffix("\nvar a: Factory<Int>?\n"))
    #expect(migrated("public " + declaration).hasSuffix("\nvar a: Core.Factory<Int>?\n"))
    #expect(migrated(declaration, "@testable ").hasSuffix("\nvar a: Core.Factory<Int>?\n"))
  }

  @Test("What is written within the outer type names the library's type with its module")
  func written() {
    let text = migrate(
      .dependencies,
      """
      import Dependencies
      struct Page {
        struct Container {}
        func f() { @Dependency(\\.date.now) var now: Date }
      }

      """
    ).files[0].text
    #expect(text.contains("var now: Date { FactoryKit.Container.shared.date()() }"))
  }

  @Test("A type `Container` within another type hides no container of Swinject")
  func container() {
    let text = migrate(
      .swinject,
      """
      import Swinject
      enum Home { struct Container {} }
      let services = Container(defaultObjectScope: .container)
      final class MailAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Mail.self) { _ in Mail() }
        }
      }
      func f(_ services: Container) -> Mail { services.resolve(Mail.self)! }

      """
    ).files[0].text
    #expect(text.contains("let services = Container()\n"))
    #expect(text.contains("  var mail: Factory<Mail> { self { Mail() }.cached }"))
    #expect(text.contains("-> Mail { services.mail() }"))
  }

  @Test("A container that is made with the module's name shares what its parent has")
  func qualifiedContainer() {
    let text = migrate(
      .swinject,
      """
      import Swinject
      enum Home { struct Container {} }
      func f(_ r: Container) {
        r.register(Mail.self) { _ in Mail() }.inObjectScope(.container)
        let child = Swinject.Container(parent: r)
      }

      """
    ).files[0].text
    #expect(text.contains("let child = FactoryKit.Container(parent: r, sharing: .cached)"))
  }

  @Test("In that other type it is not taken for the library's")
  func inside() {
    let text = """
      struct Home {
        struct Container { init(parent: Int) {} }
        let container = Container(parent: 1)
      }

      """
    let result = migrate(
      .swinject,
      """
      import Swinject
      func f(_ r: Resolver) { r.register(Mail.self) { _ in Mail() }.inObjectScope(.container) }
      \(text)
      """
    ).files[0].text
    #expect(result.hasSuffix(text))
  }
}
