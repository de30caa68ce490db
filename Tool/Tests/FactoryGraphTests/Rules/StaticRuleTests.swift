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
  ]

  @Test("The property is found, and nothing else", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
