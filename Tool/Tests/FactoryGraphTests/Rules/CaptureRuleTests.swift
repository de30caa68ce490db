// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about what closures and wrappers keep")
struct CaptureRuleTests {
  private static func capture(_ name: String, _ source: String) -> RuleCase {
    RuleCase(
      name, "captured-container",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
      }
      \(source)
      """)
  }

  static let captures = [
    capture(
      "self in autoRegister",
      """
      extension Container: AutoRegistering {
        func autoRegister() {
          a.register { A(▶self.b()) }
          self.a.onTest { A(▶self.b()) }
          a { A(▶self.b()) }
          a.register { [▶self] in A(b()) }
          b.decorator { _ in use { ▶self.a() } }
          b.onShutdown { _ in ▶self.a().stop() }
          decorator { _ in use(▶self.a()) }
          self.decorator { _ in use(▶self.a()) }
          a.register { B { [weak self] in A(▶self?.b()) } }
        }
      }
      """),
    capture(
      "a parameter, a local variable and a closure's parameter",
      """
      func f(_ c: Container) { c.a.register { A(▶c.b()) } }
      func e(_ c: Container) { c.decorator { _ in log(▶c.b()) } }
      func g() { let c = Container(); c.a.onDebug { A(▶c.b()) } }
      func p() { let c = Container(); c.a.onPreview { A(c.b()) } }
      func q(_ c: Container) { c.a.context(.preview) { A(c.b()) }; c.a.context(.preview, .test) { A(▶c.b()) } }
      func h() { Container.preview { c in c.a.register { A(▶c.b()) } } }
      """),
    capture(
      "other names, copies, methods and properties, which are not followed",
      """
      final class Screen {
        let container = Container()
        func setUp() { container.a.register { [self] in A(container.b()) } }
      }
      extension Container: AutoRegistering {
        func make() -> A { A(b()) }
        func autoRegister() {
          weak var one = self
          one?.a.register { A(one?.b()) }
          a.register { [strong = self] in A(strong.b()) }
          let me = self
          a.register { A(me.b()) }
          a.register { [me = Container.shared] in A(me.b()) }
          do { let me = Container(); a.register { A(me.b()) } }
          a.register(factory: make)
          let a = Container.shared.a
          a.register { A(self.b()) }
        }
      }
      """),
    capture(
      "captures that do not own",
      """
      extension Container: AutoRegistering {
        func autoRegister() {
          a.register { [unowned self] in A(self.b()) }
          a.register { [weak self] in A(self?.b()) }
          a.register { [unowned(unsafe) self] in A(b()) }
          a.register { A() }
          a.register { A(Container.shared.b()) }
          a.register { [b = b()] in A(b) }
          a.register(factory: A.init)
          use { A(self.b()) }
          decorator { print($0) }
          decorator { [unowned self] _ in log(self.b()) }
          Container.shared.decorator { _ in log(Container.shared.b()) }
        }
        var c: Factory<A> { self { A(self.b()) }.onTest { A(self.b()) }.decorator { _ in \
        self.b() } }
      }
      func f(_ c: Container) {
        c.a.register { [unowned c] in A(c.b()) }
        c.a.register { [names = c.names, b = c.b()] in A(names, b) }
        c.a.register { let c = Container(); return A(c.b()) }
        c.a.register { [1].map { c in A(c) }[0] }
      }
      """),
    capture(
      "what is not the container",
      """
      final class Screen {
        let container = Container()
        let mock = A()
        func setUp() {
          container.a.register { A(self.mock) }
          container.a.register { [self] in mock }
          self.container.b.register { B(self.mock) }
        }
      }
      func f(_ fixture: Screen, mock: A) {
        fixture.container.a.register { fixture.mock }
        Container.shared.a.register { mock }
      }
      func g(_ one: Container, _ two: Container) { one.a.register { A(two.b()) } }
      @Suite struct Tests {
        @Test(.container { $0.a.register { A() } }) func t() { Container.shared.a.register { A() } }
      }
      """),
  ]

  static let wrappers = [
    RuleCase(
      "wrappers in an observable class", "observation-tracked-injection",
      """
      @Observable class A {
        @Injected(\\.a) var ▶a
        @LazyInjected(\\.a) private var ▶b: A
        @FactoryKit.Injected<A>(\\.a) var ▶c
        @InjectedContainer var ▶d
        @MainActor
        @DynamicInjected(\\.a)
        var ▶e
      }
      @MainActor @Observation.Observable final class B { @WeakLazyInjected(\\.a) var ▶a }
      """),
    RuleCase(
      "ignored ones, other classes and other wrappers", "observation-tracked-injection",
      """
      @Observable class A {
        @ObservationIgnored @Injected(\\.a) var a
        @Injected(\\.a) @ObservationIgnored var b
        @ObservationIgnored
        @LazyInjected(\\.a) private var c: A
        @Published var d = 1
        @Injected(\\.a) static var e
        var f = Container.shared.a()
        struct Inner { @Injected(\\.a) var a }
        #if DEBUG
          @ObservationIgnored
        #endif
        @Injected(\\.a) var g
      }
      class B: ObservableObject { @Injected(\\.a) var a }
      @NotObservable class C { @Injected(\\.a) var a }
      struct Screen { @Injected(\\.a) var a; @InjectedObservable(\\.a) var model }
      """),
    RuleCase(
      "wrappers of factories with parameters", "injected-parameter-factory",
      """
      extension Container {
        var a: ParameterFactory<Int, A> { self { A($0) } }
        var b: MainActorParameterFactory<Int, A> { self { A($0) } }
        var c: Factory<A> { self { A() } }
        var d: ThrowingParameterFactory<Int, A, any Error> { self { try A($0) } }
        var e: ParameterFactory<Int, A> { required() }
      }
      final class Other: SharedContainer {
        var c: ParameterFactory<Int, A> { self { A($0) } }
        var a: Factory<A> { self { A() } }
      }
      final class Screen {
        ▶@Injected(\\.a) var one: A
        ▶@LazyInjected(\\Container.a) private var two: A
        @ObservationIgnored ▶@DynamicInjected(\\.b) var three: A
        ▶@Injected(\\Other.c) var four: A?
        ▶@WeakLazyInjected(\\.a) var four2
        ▶@InjectedObject(\\.b) var four3
        ▶@InjectedObservable(\\.b) var four4
        ▶@Injected(\\.d) var four5
        @Injected(\\.e) private var makeLater
        @Injected(\\.a) private var makeOne
        @LazyInjected(\\Container.a) var makeTwo
        @ObservationIgnored @DynamicInjected(\\.b) var makeThree
        @Injected(\\Other.c) var makeFour: ((Int) -> A)
        @Injected(\\.c) var five
        @Injected(\\Other.a) var six
        @Injected(\\.missing) var seven
        @Other(\\.a) var eight
        let nine = dependency(\\.a, parameter: 1)
        init() { _ten = Injected(\\.a) }
        func run() { @Injected(\\.a) var eleven: (Int) -> A }
      }
      """),
  ]

  @Test("Closures do not capture globals and static properties")
  func globals() {
    let one = RuleCase(
      "globals", "captured-container",
      files: [
        "main.swift": """
        let top = Container()
        top.a.register { B(top.b()) }
        top.decorator { _ in top.b().log() }
        if isOn { let inner = Container(); inner.a.register { B(▶inner.b()) } }
        func f() { top.a.register { B(top.b()) } }
        func g(_ top: Container) { top.a.register { B(▶top.b()) } }
        """,
        "Types.swift": """
        extension Container {
          var a: Factory<A> { self { A() } }
          var b: Factory<A> { self { A() } }
        }
        final class Screen {
          static let container = Container()
          let own = Container()
          static func one() { container.a.register { B(container.b()) } }
          static func two() { Self.container.a.register { B(Self.container.b()) } }
          func three() { top.a.register { B(top.b()) } }
          func four() { own.a.register { [own] in B(own.b()) } }
        }
        """,
      ])
    #expect(one.found == one.expected)
  }

  @Test(
    "The message says what to write",
    arguments: [
      ("A(self.b())", "Write '[unowned self]'."),
      ("[self] in A(b())", "Write 'unowned' before 'self' in its capture list."),
      (
        "{ A(self.b()) }",
        "Resolve what the closures in it need before they are made, and write '[unowned self]'."
      ),
    ])
  func message(closure: String, advice: String) throws {
    let source = """
      import FactoryKit
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        func autoRegister() { a.register { \(closure) } }
      }
      """
    let found = found("captured-container", ["Source.swift": source])
    #expect(try #require(found.first).message.hasSuffix(advice))
  }

  @Test("A rule finds what it should, and nothing else", arguments: captures + wrappers)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
