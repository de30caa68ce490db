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
      "values that hold nothing", "static-resolution",
      """
      protocol Logger { func start(); func check() -> Bool; var name: String { get } }
      final class Live: Logger {}
      extension Container { var logger: Factory<any Logger> { self { Live() } } }
      enum Declared {
        static let bootstrap: Void = { Container.shared.logger().start() }()
        static let empty: () = { let l = Container.shared.logger(); l.start() }()
        static let flag: Bool = test(Container.shared.logger())
        static let count: Swift.Int = [1].map { _ in Container.shared.logger() }.size
        static let text: String? = (Container.shared.logger() as? Live)?.title
        static let texts: [String] = [Container.shared.logger()].map(\\.title)
        static let table: [String: Int] = measure(Container.shared.logger())
      }
      enum Literals {
        static let isLive = Container.shared.logger() is Live
        static let isSame = Container.shared.logger() === Container.shared.logger()
        static let both = !Container.shared.logger().check() && true
        static let text = "\\(Container.shared.logger())"
        static let id = ObjectIdentifier(Container.shared.logger())
        static let described = String(describing: Container.shared.logger())
        static let type = type(of: Container.shared.logger())
      }
      enum Members {
        static let started = Container.shared.logger().start()
        static let checked = Container.shared.logger().check()
        static let count = Container.shared.logger().name.count
        static let found = [Container.shared.logger()].count
        static let holder = Holder(Container.shared.logger().name)
      }
      enum Closures {
        static let once = { _ = Container.shared.logger() }()
        static let twice = { let l = Container.shared.logger(); l.start() }()
        static let typed = { () -> Bool in let l = Container.shared.logger(); return l.check() }()
        static let early = { if Container.shared.logger().check() { return }; print(1) }()
        static let other = { _ = Container.shared.logger(); return Holder("") }()
      }
      """),
    RuleCase(
      "arguments of functions that keep nothing", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      func log(_ a: A) {}
      func same(_ a: A) -> Bool { true }
      func make(_ a: A) -> A { a }
      func now(_ a: @autoclosure () -> A) -> A { a() }
      func measure(_ a: A = Container.shared.a()) -> Int { 1 }
      final class Lazy { init(_ a: @autoclosure @escaping () -> A, or b: A? = nil) {} }
      enum Shared {
        static let one = log(Container.shared.a())
        static let two = same(Container.shared.a())
        static let ▶three = make(Container.shared.a())
        static let four = Lazy(Container.shared.a())
        static let ▶five = Lazy(A(), or: Container.shared.a())
        static let ▶six = now(Container.shared.a())
        static let seven = Holder(flag: same(Container.shared.a()))
        static let eight = measure()
        static let ▶nine = [make(Container.shared.a()), A()]
      }
      """),
    RuleCase(
      "values that may hold what they are made of", "static-resolution",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      struct Text { var count: A }
      enum Shared {
        static let ▶one: A? = Container.shared.a()
        static let ▶two: [String: A] = ["a": Container.shared.a()]
        static let ▶three: (Bool, A) = (true, Container.shared.a())
        static let ▶four: () -> A = { let a = Container.shared.a(); return { a } }()
        static let ▶five = true ? Container.shared.a() : A()
        static let ▶six = optional() ?? Container.shared.a()
        static let ▶seven = (Container.shared.a() as? B) ?? A()
        static let ▶eight = { if flag { return A() }; return Container.shared.a() }()
        static let ▶nine: some P = Container.shared.a()
        static let ▶ten = Text(count: Container.shared.a()).count
        static let ▶eleven: Any = Container.shared.a()
      }
      """),
    RuleCase(
      "a factory of numbers and texts", "static-resolution",
      """
      extension Container {
        var host: Factory<String> { self { "host" } }
        var port: ParameterFactory<Int, Int> { self { $0 } }
      }
      enum Shared {
        static let ▶one = Container.shared.host()
        static let ▶two: String = Container.shared.host()
        static let three = Container.shared.host().isEmpty
        static let four: Bool = Container.shared.host().hasPrefix("a")
        static let five: Void = print(Container.shared.host())
        static let six = Container.shared.port(1) > 2
        static let seven = Container.shared.host.resolve
      }
      """),
    RuleCase(
      "what a closure returns", "static-resolution",
      """
      protocol Logger { func check() -> Bool }
      extension Container { var logger: Factory<any Logger> { self { Live() } } }
      @propertyWrapper struct Deferred<T> { init(wrappedValue: @autoclosure @escaping () -> T) {} }
      @propertyWrapper struct Eager<T> { init(wrappedValue: T) {} }
      enum Shared {
        static let one = { let l = Container.shared.logger(); return l.check() }()
        static let two = { let l = Container.shared.logger(); return l === other }()
        static let three = { Container.shared.logger().start(); return Client() }()
        static let ▶four = { let l = Container.shared.logger(); return l }()
        static let ▶five = { let l = Container.shared.logger(); return Client(l) }()
        static let ▶six = { if flag { Container.shared.logger() } else { Live() } }()
        static let ▶seven = { let c = Client(); c.logger = Container.shared.logger(); return c }()
        static let ▶eight = { let c = Client(); c.add(Container.shared.logger()); return c }()
        static let ▶nine = { () -> any Logger in Container.shared.logger() }()
        static let ten: Bool = Holder({ Container.shared.logger().check() }()).value
        final class Own { init(_ l: @autoclosure @escaping () -> any Logger = \
        Container.shared.logger()) {} }
        static let eleven = Own()
        @Deferred static var twelve = Container.shared.logger()
        @Eager static var ▶thirteen = Container.shared.logger()
      }
      """),
    RuleCase(
      "conditions and enumerations", "static-resolution",
      """
      enum Level { case low, high; static let first = Level.low }
      enum State { case ready(A), idle }
      struct Settings { var level: Level; var state: State; var isOn: Bool }
      extension Container { var settings: Factory<Settings> { self { Settings() } } }
      enum Shared {
        static let one = Container.shared.settings().level
        static let two: [Level] = [Container.shared.settings().level]
        static let ▶three = Container.shared.settings().state
        static let four = if known(Container.shared.settings()) { 1 } else { 2 }
        static let five = Container.shared.settings().isUnknown ? 1 : 2
        static let ▶six = 1 > 0 ? Container.shared.settings() : Settings()
        static let seven = {
          switch Container.shared.settings().unknown { case .a: return "a"; default: return "b" }
        }()
        static let eight = {
          guard Container.shared.settings().isUnknown else { return Client(1) }
          return Client(2)
        }()
        static let ▶nine = {
          if let state = Container.shared.settings().unknown { return state }
          return State.idle
        }()
      }
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
