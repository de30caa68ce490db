// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Globals and static properties that hold what was resolved")
struct StaticRuleTests {
  private static let cases = [
    RuleCase(
      "constants and globals", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      enum Shared {
        static let ▶one = Container.shared.a()
        static var ▶two: A = dependency(\\.a)
        @Injected(\\.a) static var ▶three
        @MainActor static let ▶four = Container.shared.a.resolve()
      }
      let ▶global = Container.shared.a.resolve()
      """),
    RuleCase(
      "what is not the resolution itself", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      func make(_ a: A = Container.shared.a()) -> A { a }
      @propertyWrapper struct Deferred<T> { init(wrappedValue: @autoclosure @escaping () -> T) {} }
      enum Shared {
        static let one: Void = { Container.shared.a().start() }()
        static let two = Container.shared.a().count
        static let three = Screen(a: Container.shared.a())
        static let four = make()
        static let five = Container.shared.a() === other
        static let six = measure(dependency(\\.a))
        static let seven = Container.shared.a.resolve
        @Deferred static var eight = Container.shared.a()
      }
      """),
    RuleCase(
      "what is resolved when it is needed", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      enum Shared {
        static var one: A { Container.shared.a() }
        static let two = { Container.shared.a() }
        static let three: () -> A = { Container.shared.a() }
        static let four = \\Container.a
        static let five = Container.shared
        static func six() -> A { let a = Container.shared.a(); return a }
        @DynamicInjected(\\.a) static var seven
        static let eight: [() -> A] = [{ Container.shared.a() }]
      }
      var global: A { Container.shared.a() }
      final class Screen { let a = Container.shared.a(); @Injected(\\.a) var b; lazy var c = \
      Container.shared.a() }
      func f() { let a = Container.shared.a(); a.run() }
      """),
    RuleCase(
      "an implicit shared container", "static-resolution",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        static let ▶one = shared.a()
        static let ▶two = Self.shared.a()
        static let three = shared
        static var four: A { shared.a() }
      }
      """),
    RuleCase(
      "the variables of a script", "static-resolution",
      files: [
        "main.swift": """
        extension Container { var a: Factory<A> { self { A() } } }
        let a = Container.shared.a()
        enum Shared { static let ▶b = Container.shared.a() }
        """
      ]),
    RuleCase(
      "default arguments of an initialiser", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      final class Store {
        init(_ a: A = Container.shared.a(), other: @escaping () -> A = { Container.shared.a() }) {}
        init(id: Int, other: @escaping () -> A = { Container.shared.a() }) {}
        static let ▶shared = Store()
        static let given = Store(A())
        static let two = Store(id: 2)
        static var computed: Store { Store() }
        let own = Store()
      }
      let ▶store = Store()
      let name = Store().name
      """),
    RuleCase(
      "loggers", "static-resolution",
      """
      extension Container {
        var logger: Factory<A> { self { A() } }
        var output: Factory<any AppLogging> { self { A() } }
        var log: Factory<OSLog> { self { OSLog() } }
        var loginLog: Factory<A> { self { A() } }
        var login: Factory<Login> { self { Login() } }
        var catalogue: Factory<Catalogue> { self { Catalogue() } }
      }
      enum All {
        static let one = Container.shared.logger()
        static let two = Container.shared.output()
        @Injected(\\.log) static var three
        static let four = Container.shared.loginLog()
        static let ▶five = Container.shared.login()
        static let ▶six = Container.shared.catalogue()
      }
      """),
  ]

  @Test("The property is found, and nothing else", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
