// Factory, MIT licence; see LICENSE
import FactoryMigrate
import Testing

@Suite struct IsolationTests {
  @Test("What a function on the main actor registers is isolated only if it has to be")
  func isolatedFunction() {
    let files = migrate(
      .resolver,
      files: [
        "A.swift": """
        import Resolver
        class Base: UIViewController {}
        final class Screen: Base {}
        @MainActor protocol Themed {}
        final class Theme: Themed {}
        final class Clock {}
        extension Resolver {
          @MainActor static func registerAll() {
            register { Screen() }
            register { Theme() }
            register { Clock() }
          }
        }

        """
      ])
    let text = files.text("A.swift")
    #expect(text.contains("var screen: MainActorFactory<Screen> {"))
    #expect(text.contains("var theme: MainActorFactory<Theme> {"))
    #expect(text.contains("var clock: Factory<Clock> {"))
    #expect(files["A.swift"]!.notes.isEmpty)
  }

  @Test("A factory that needs one on the main actor is marked")
  func dependent() {
    let files = migrate(
      .swinject,
      files: [
        "A.swift": """
        import Swinject
        final class A: Assembly {
          func assemble(container: Container) {
            container.register(Theme.self) { @MainActor _ in Theme() }
            container.register(Page.self) { r in Page(theme: r.resolve(Theme.self)!) }
          }
        }

        """
      ])
    #expect(files.text("A.swift").contains("var page: Factory<Page> {"))
    #expect(files["A.swift"]!.notes.map(\.kind) == ["… runs on the main actor"])
  }

  @Test("A view resolves what runs on the main actor")
  func view() {
    let files = migrate(
      .swinject,
      files: [
        "A.swift": """
        import Swinject
        final class A: Assembly {
          func assemble(container: Container) {
            container.register(Theme.self) { @MainActor _ in Theme() }
          }
        }
        struct Page: View {
          let resolver: Resolver
          var theme: Theme { resolver.resolve(Theme.self)! }
        }

        """
      ])
    #expect(files["A.swift"]!.notes.isEmpty)
  }

  @Test(
    "A class resolves what runs on the main actor without a mark if its base is one of a view",
    arguments: [
      ("UIView", false), ("PackageView", false), ("PackageViewController", false),
      ("PackageCell", false), ("Package.Window", false), ("Page", false),
      ("PackagePresenter", true),
      ("Presenter", true), ("PlainView", true),
    ])
  func baseClass(base: String, isMarked: Bool) {
    let files = migrate(
      .resolver,
      files: [
        "A.swift": """
        import Resolver
        class Page: PackageViewController {}
        class Presenter {}
        class PlainView {}
        @MainActor final class Theme {}
        extension Resolver { @MainActor static func registerAll() { register { Theme() } } }
        final class Screen: \(base) { @Injected var theme: Theme }

        """
      ])
    #expect(files["A.swift"]!.notes.map(\.kind) == (isMarked ? ["… runs on the main actor"] : []))
  }

  @Test("A value on the main actor is marked")
  func value() {
    let files = migrate(
      .dependencies,
      files: [
        "A.swift": """
        import Dependencies
        enum PageKey: DependencyKey { @MainActor static let liveValue = Page() }
        extension DependencyValues {
          var page: Page {
            get { self[PageKey.self] }
            set { self[PageKey.self] = newValue }
          }
        }

        """
      ])
    #expect(files["A.swift"]!.notes.map(\.kind) == ["its value is isolated to the main actor"])
  }
}

@Suite struct IsolatedClosureTests {
  private static let factories = """
    import Factory
    @globalActor actor PlayActor { static let shared = PlayActor() }
    extension Container {
      var player: Factory<Player> { Factory(self) { @PlayActor in Player() } }
      var app: Factory<App> { Factory(self) { @MainActor in App() } }
    }

    """

  @Test("A property gets the global actor of its closure")
  func globalActor() {
    let text = migrate(.factory2, Self.factories).files[0].text
    #expect(text.contains("  @PlayActor var player: Factory<Player> { self { Player() } }"))
    #expect(text.contains("  @MainActor var app: Factory<App> { self { App() } }"))
  }

  @Test("What resolves a factory of another global actor is marked, also on the main actor")
  func usesOfOtherActor() {
    let result = migrate(
      .factory2,
      Self.factories + """
        @MainActor struct Screen {
          @Injected(\\.player) var player
          var other: Player { Container.shared.player() }
        }
        @PlayActor struct Queue { var player: Player { Container.shared.player() } }
        func later() async { _ = await Container.shared.player() }
        let closure = { @PlayActor in Container.shared.player() }

        """)
    #expect(result.files[0].notes.map(\.line).sorted() == [8, 9])
  }

  @Test("What resolves such a factory without being isolated is marked")
  func uses() {
    let result = migrate(
      .factory2,
      Self.factories + """
        struct Scheduler { var app: App { Container.shared.app() } }
        @MainActor struct Screen { var app: App { Container.shared.app() } }
        class Base: UIViewController {}
        class Page: Base { var app: App { Container.shared.app() } }
        func later() async { _ = await Container.shared.app() }

        """)
    #expect(result.files[0].notes.map(\.line) == [7])
  }

  @Test("Wrappers, factories and closures that use such a factory are marked, if not isolated")
  func otherUses() {
    let result = migrate(
      .factory2,
      Self.factories + """
        struct Worker { @Injected(\\.app) var app }
        @MainActor struct Screen { @Injected(\\.app) var app }
        struct Face: View { @LazyInjected(\\Container.app) var app }
        func outside() { let factory = Container.shared.app }
        func other(container: Container) { _ = container.app() }
        func later(container: Container) async { _ = await container.app() }
        extension Container {
          var page: Factory<Page> { self { Page(self.app()) } }
          @MainActor var book: Factory<Page> { self { Page(self.app()) } }
        }

        """)
    let lines = result.files[0].notes.map(\.line).sorted()
    #expect(lines == [7, 10, 11, 14])
  }

  @Test(
    "A registration that has to move to the main actor has one mark",
    arguments: ["", ".scope(.cached)", ".once().scope(.cached)"])
  func registration(modifiers: String) {
    let result = migrate(
      .factory2,
      Self.factories + """
        func mock() async { Container.shared.app.register { @MainActor in App() }\(modifiers) }

        """)
    #expect(
      result.files[0].notes.map(\.message) == [
        "set it on the main actor: `await Container.shared { @MainActor in $0.app.register { … } }`"
      ])
  }

  @Test("So has one that follows other modifiers")
  func registrationAfterModifiers() {
    let result = migrate(
      .factory2,
      Self.factories + """
        func mock() async { Container.shared.app.scope(.session).register { @MainActor in App() } }

        """)
    #expect(
      result.files[0].notes.map(\.message) == [
        "set it on the main actor: `await Container.shared { @MainActor in $0.app.register { … } }`"
      ])
  }

  @Test(
    "The advice for such a registration compiles where it is",
    arguments: [
      ("func f() async { CALL }", true),
      ("func f() { Task { CALL } }", true),
      ("func f() { Task.detached { CALL } }", true),
      ("let f = { () async in CALL }", true),
      ("CALL", true),
      ("func f() { CALL }", false),
      ("extension Container: AutoRegistering { func autoRegister() { CALL } }", false),
      ("struct A { init() { CALL } }", false),
      ("struct A { var f: Int { CALL; return 1 } }", false),
      ("func f() async { func g() { CALL } }", false),
    ])
  func advice(code: String, mayWait: Bool) {
    let call = "Container.shared.app.onTest { @MainActor in App() }"
    let result = migrate(
      .factory2, Self.factories + code.replacing("CALL", with: call) + "\n")
    let kind = mayWait ? "set it on the main actor" : "this code cannot wait for the main actor"
    #expect(result.files[0].notes.map(\.kind) == [kind])
  }

  @Test("A promise on the main actor is one that a main-actor factory can make")
  func promise() {
    let result = migrate(
      .factory2,
      """
      import FactoryKit
      extension Container { var page: Factory<Page?> { promised() } }
      func autoRegister() { Container.shared.page.register { @MainActor in Page() } }

      """)
    #expect(
      result.files[0].notes.map(\.message) == [
        "this code cannot wait for the main actor: make `page` a `MainActorFactory`, which any code "
          + "can set, with `required()`, as a promise needs a `Factory`"
      ])
  }

  @Test("A preview registers on the main actor")
  func preview() {
    let result = migrate(
      .factory2,
      Self.factories + """
        #Preview {
          Container.shared.preview { $0.app.register { @MainActor in App() } }
        }

        """)
    #expect(result.files[0].text.contains("{ $0.app.register { App() } }"))
    #expect(result.files[0].notes.isEmpty)
  }

  @Test(
    "A container under another name is one, if its declaration tells",
    arguments: [
      ("func f(_ c: Container) { _ = c.app() }", true),
      ("func f() { let c = Container.shared; _ = c.app() }", true),
      ("func f() { let c = Container(); _ = c.app() }", true),
      ("struct S { let c: Container; func f() { _ = c.app() } }", true),
      ("func f() { Container.shared.with { _ = $0.app() } }", true),
      ("func f() { Container.shared.with { c in _ = c.app() } }", true),
      ("let f = { (c: Container) in _ = c.app() }", true),
      ("func f(_ c: Client) { _ = c.app() }", false),
      ("func f(_ container: Box) { _ = container.app() }", false),
      ("func f() { let c = Client(); _ = c.app() }", false),
      ("func f() { list.map { _ = $0.app() } }", false),
      ("func f(_ c: Container) { list.map { c in _ = c.app() } }", false),
    ])
  func otherNames(code: String, isUse: Bool) {
    let result = migrate(.factory2, Self.factories + code + "\n")
    #expect(result.files[0].notes.isEmpty != isUse)
  }
}
