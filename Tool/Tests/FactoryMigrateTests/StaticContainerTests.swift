// Factory, MIT licence; see LICENSE
//
// The static members of 1.x containers, and the files that use them.
import FactoryMigrate
import Testing

@Suite struct StaticContainerTests {
  @Test("A static member that stays static is qualified in a factory's closure")
  func qualified() {
    let text = migrate(
      .factory1,
      """
      import Factory
      extension Container {
        static let prefix = "p", suffix = "s"
        static func make(_ text: String) -> String { text + prefix }
        static let a = Factory<String> { prefix + suffix }
        static let b = Factory<String> { make(prefix) }
        static let c = Factory<String> { let prefix = "q"; return prefix + Self.suffix }
      }
      final class Pages: SharedContainer {
        static let title = "t"
        static let page = Factory<String> { title }
      }

      """
    ).files[0].text
    #expect(text.contains("{ text + prefix }"))
    #expect(text.contains("self { Self.prefix + Self.suffix }"))
    #expect(text.contains("self { Self.make(Self.prefix) }"))
    #expect(text.contains("let prefix = \"q\"; return prefix + Self.suffix"))
    #expect(text.contains("self { Self.title }"))
  }

  @Test("A file that uses a container of the program without an import is migrated")
  func withoutImport() {
    let files = migrate(
      .factory1,
      files: [
        "A.swift": """
        import Factory
        final class Pages: SharedContainer { static let page = Factory<Int> { 1 } }
        extension SharedContainer { static let book = Factory<Int> { 2 } }

        """,
        "B.swift": "func use() { print(Pages.page()); Pages.page.register { 2 } }\n",
        "C.swift": "import Foundation\nfunc use2() { print(Pages.book()) }\n",
        "D.swift": "func other() { print(Container.page) }\n",
      ])
    #expect(
      files.text("B.swift")
        == "func use() { print(Pages.shared.page()); Pages.shared.page.register { 2 } }\n")
    #expect(
      files.text("C.swift")
        == "import FactoryKit\nimport Foundation\nfunc use2() { print(Container.shared.book()) }\n")
    #expect(files["D.swift"]?.isChanged == false)
  }

  @Test("A function that makes factories is to become a factory with a parameter")
  func function() {
    let notes = migrate(
      .factory1,
      """
      import Factory
      extension Container {
        static func page(_ number: Int) -> Factory<Page> { Factory { Page(number) } }
        static func book() -> Factory<Book> { Factory { Book() } }
      }

      """
    ).files[0].notes.map(\.message)
    #expect(notes.map { $0.contains("`var …: ParameterFactory<…, …> { self") } == [true, false])
    #expect(notes.map { $0.contains("`var …: Factory<…> { self") } == [false, true])
  }

  @Test("An operation that names the module makes no factory")
  func operation() {
    let file = migrate(
      .factory1,
      """
      import Factory
      extension Container {
        static func clear() { Factory.Container.Registrations.reset() }
      }

      """
    ).files[0]
    #expect(file.notes.isEmpty)
    #expect(
      file.text.contains(
        "func clear() { Container.shared.manager.reset(options: .registration) }"))
  }

  @Test(
    "What 1.x asked of a scope has a mark, also where the container's name is left out",
    arguments: [
      "extension Container { static var isEmpty: Bool { Scope.cached.isEmpty } }",
      "let isEmpty = Container.Scope.cached.isEmpty",
    ])
  func scope(code: String) {
    let notes = migrate(.factory1, "import Factory\n\(code)\n").files[0].notes
    #expect(notes.map(\.kind) == ["this has no counterpart for all containers"])
  }

  @Test("A factory that cannot be read is marked, and its uses stay")
  func unread() {
    let result = migrate(
      .factory1,
      """
      import Factory
      extension Container {
        static let a: Factory<Int> = Factory { 1 }, b: Factory<Int> = Factory { 2 }
        static let c = Factory { 3 } as Factory<Int>
        static let d = { Factory { 4 } }()
      }
      let all = [Container.a(), Container.b(), Container.c(), Container.d()]

      """
    ).files[0]
    #expect(
      result.text.contains("[Container.a(), Container.b(), Container.c(), Container.d()]"))
    #expect(
      result.notes.map(\.message) == [
        "this declaration cannot be read: write a property of the container for `a`, `b`, "
          + "`var …: Factory<…> { self { … } }`, and `Container.shared.…` where it is used",
        "this declaration cannot be read: write a property of the container for `c`, "
          + "`var …: Factory<…> { self { … } }`, and `Container.shared.…` where it is used",
        "this declaration cannot be read: write a property of the container for `d`, "
          + "`var …: Factory<…> { self { … } }`, and `Container.shared.…` where it is used",
      ])
  }
}
