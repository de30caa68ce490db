// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Globals and static properties that hold what was resolved")
struct StaticRuleTests {
  private static let cases = [
    RuleCase(
      "constants, globals and their arguments", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      enum Shared {
        static let ▶one = Container.shared.a()
        static var ▶two: A = dependency(\\.a)
        static let ▶three: A = { Container.shared.a() }()
        @Injected(\\.a) static var ▶four
        static let ▶five = Screen(a: Container.shared.a())
      }
      let ▶global = Container.shared.a.resolve()
      private var ▶other = Screen(Container.shared.a())
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
      "default arguments that an initial value leaves out", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      final class Holder { init(_ n: Int, x: A = Container.shared.a()) {} }
      func make(_ a: A = Container.shared.a()) -> A { a }
      enum Shared {
        static let ▶one = Holder(1)
        static let ▶two = [make()]
        static let ▶three = { Holder(1) }()
      }
      let ▶global = Holder(1)
      private let ▶other = make()
      """),
    RuleCase(
      "default arguments that are given, stored or needed later", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      final class Holder { init(_ n: Int, x: A = Container.shared.a()) {} }
      func make(_ a: A = Container.shared.a()) -> A { a }
      func later(_ make: @escaping () -> A = { Container.shared.a() }) -> Later { Later(make) }
      func either(_ a: A = Container.shared.a()) -> A { a }
      func either(_ b: Int = 1) -> Int { b }
      let given = Holder(1, x: A())
      let closure = { Holder(1) }
      let stored = later()
      let undecided = either()
      var computed: A { make() }
      struct Screen { let a = make() }
      func f() { let a = make(); a.run() }
      """),
    RuleCase(
      "the variables of a script", "static-resolution",
      files: [
        "main.swift": """
        extension Container { var a: Factory<A> { self { A() } } }
        let a = Container.shared.a()
        func make(_ a: A = Container.shared.a()) -> A { a }
        let other = make()
        enum Shared { static let ▶b = Container.shared.a() }
        """
      ]),
  ]

  @Test("The property is found, and nothing else", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
