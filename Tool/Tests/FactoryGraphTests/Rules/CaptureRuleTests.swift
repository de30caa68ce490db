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
      func g() { let c = Container(); c.a.onPreview { A(▶c.b()) } }
      func h() { Container.preview { c in c.a.register { A(▶c.b()) } } }
      """),
    capture(
      "other names of the container",
      """
      extension Container: AutoRegistering {
        func autoRegister() {
          a.register { [▶strong = self] in A(strong.b()) }
          let me = self
          a.register { A(▶me.b()) }
          a.register { [▶me] in A(me.b()) }
          me.a.register { A(▶self.b()) }
          me.decorator { _ in log(▶self.b()) }
          a.register { A(▶self.b(), me.b()) }
        }
      }
      func f(_ c: Container) {
        let d = c
        c.a.register { A(▶d.b()) }
        d.a.register { [▶other = c] in A(other.b()) }
      }
      """),
    capture(
      "other names that do not own, or are not certain",
      """
      extension Container: AutoRegistering {
        func autoRegister() {
          weak var one = self
          a.register { A(one?.b()) }
          unowned let two = self
          a.register { A(two.b()) }
          unowned(unsafe) let three = self
          a.register { A(three.b()) }
          a.register { [weak strong = self] in A(strong?.b()) }
          a.register { [unowned strong = self] in A(strong.b()) }
          var four = self
          four = Container()
          a.register { A(four.b()) }
          let me = self
          a.register { let me = Container(); return A(me.b()) }
          a.register { [unowned me] in A(me.b()) }
          a.register { [me = Container.shared] in A(me.b()) }
          do { let me = Container(); a.register { A(me.b()) } }
        }
      }
      func f(_ c: Container) {
        weak var d = c
        d?.a.register { A(d?.b()) }
      }
      """),
    capture(
      "methods of the container",
      """
      extension Container: AutoRegistering {
        func make() -> A { A(b()) }
        func autoRegister() {
          a.register(factory: ▶make)
          a.register(factory: ▶self.make)
          self.a.onTest(factory: ▶make)
          let me = self
          a.register(factory: ▶me.make)
        }
      }
      func f(_ c: Container) { c.a.register(factory: ▶c.make) }
      """),
    capture(
      "functions that are no methods of the container",
      """
      extension Container: AutoRegistering {
        static func built() -> A { A() }
        var stored: () -> A { { A() } }
        func make() -> A { A(b()) }
        func autoRegister() {
          a.register(factory: Self.built)
          a.register(factory: Container.built)
          a.register(factory: stored)
          a.register(factory: global)
          a.register(factory: A.init)
          a.register { A(Container.shared.make()) }
        }
        func register(make: @escaping () -> A) { a.register(factory: make) }
        func localFunction() {
          func make() -> A { A() }
          a.register(factory: make)
          do { a.register(factory: make) }
        }
      }
      func global() -> A { A() }
      func f(_ c: Container, _ d: Container) { c.a.register(factory: d.make) }
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
      "a container that self stores",
      """
      final class Screen {
        let container = Container()
        lazy var own = Container()
        func setUp() {
          container.a.register { A(▶self.container.b()) }
          self.container.a.register { A(use { ▶self.container.b() }) }
          container.a.register { [self] in A(▶container.b()) }
          own.a.register { A(▶self.own.b()) }
          container.a.register { A { [weak self] in ▶self?.container.b() } }
        }
      }
      struct SetUp {
        let container: Container
        func setUp() {
          container.a.register { A(▶self.container.b()) }
          self.container.a.register { A(▶container.b()) }
        }
      }
      """),
    capture(
      "a container that self does not store, or not retain",
      """
      final class Screen {
        let container = Container()
        let other = Container()
        weak var parent: Container?
        unowned let host: Container
        var current: Container { Container() }
        func setUp() {
          container.a.register { [unowned self] in A(self.container.b()) }
          container.a.register { [unowned container] in A(container.b()) }
          container.a.register { A(self.other.b()) }
          parent?.a.register { A(self.parent?.b()) }
          host.a.register { A(self.host.b()) }
          current.a.register { A(self.current.b()) }
          let other = Container()
          other.a.register { A(self.other.b()) }
        }
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
      }
      final class Other: SharedContainer {
        var c: ParameterFactory<Int, A> { self { A($0) } }
        var a: Factory<A> { self { A() } }
      }
      final class Screen {
        ▶@Injected(\\.a) var one
        ▶@LazyInjected(\\Container.a) private var two: A
        @ObservationIgnored ▶@DynamicInjected(\\.b) var three
        ▶@Injected(\\Other.c) var four
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
          func four() { own.a.register { [▶own] in B(own.b()) } }
        }
        """,
      ])
    #expect(one.found == one.expected)
  }

  @Test(
    "The message says what to write",
    arguments: [
      ("A(self.b())", "Write '[unowned self]'."),
      ("[strong = self] in A(strong.b())", "Write 'unowned' before 'strong' in its capture list."),
      ("[self] in A(b())", "Write 'unowned' before 'self' in its capture list."),
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
