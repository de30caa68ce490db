// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

/// Code that a call stores or passes on is not run where it stands.
@Suite("Code that runs later")
struct LaterCodeTests {
  private static let declarations = """
    final class N { init() {}; init(_ n: N) {} }
    final class Later {
      init(_ make: @autoclosure @escaping () -> N) {}
      init(make: @escaping () -> N) {}
      init(number: Int, _ make: @escaping @autoclosure () -> N) {}
    }
    func orElse(_ n: N?, _ other: @autoclosure () -> N) -> N { n ?? other() }
    func apply(_ make: () -> N) -> N { make() }
    """

  /// A factory `b` that `a` needs, and whose closure is a piece of code that names `a`.
  private static func circle(_ name: String, _ code: String, isFound: Bool) -> RuleCase {
    RuleCase(
      name, "circular-dependency",
      """
      \(declarations)
      extension Container {
        var \(isFound ? "▶" : "")a: Factory<N> { self { _ = self.b(); return N() } }
        var b: Factory<Any> { self { \(code) } }
      }
      """)
  }

  private static let laterCode = [
    ("an autoclosure", "Later(self.a())"),
    ("an autoclosure after another argument", "Later(number: 1, self.a())"),
    ("an autoclosure with a nested expression", "Later(N(self.a()))"),
    ("an autoclosure with an operator", "Later(nil ?? self.a())"),
    ("a local function", "func f() -> N { self.a() }; return Later(make: f)"),
    (
      "local functions of each other",
      "func f() -> N { g() }; func g() -> N { f(); return self.a() }; return Later(make: f)"
    ),
    ("a local function in a closure", "func f() -> N { self.a() }; return Later { f() }"),
    ("a method of the factory", "Later(make: self.a.resolve)"),
    ("the call of the factory", "Later(make: self.a.callAsFunction)"),
    ("a deinitialiser", "class C { deinit { Container.shared.a() } }; return C()"),
    (
      "a subscript",
      "class C { subscript(i: Int) -> N { Container.shared.a() } }; return C()"
    ),
  ]

  private static let codeAtOnce = [
    ("an argument", "N(self.a())"),
    ("an autoclosure that does not escape", "orElse(nil, self.a())"),
    ("an argument before an autoclosure", "Later(number: self.a().number, N())"),
    ("a local function", "func f() -> N { self.a() }; return f()"),
    (
      "a local function in another",
      "func f() -> N { self.a() }; func g() -> N { f() }; return g()"
    ),
    ("a local function that is passed", "func f() -> N { self.a() }; return apply(f)"),
    ("a local function for each element", "func f(_ i: Int) -> N { self.a() }; return [1].map(f)"),
    ("a local property", "var n: N { self.a() }; return n"),
    ("a method of the factory", "self.a.resolve()"),
    ("the call of the factory", "self.a.callAsFunction()"),
  ]

  @Test(
    "Code that is stored makes no circle",
    arguments: laterCode.map { circle($0.0, $0.1, isFound: false) })
  func stored(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "Code that runs at once makes a circle",
    arguments: codeAtOnce.map { circle($0.0, $0.1, isFound: true) })
  func atOnce(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "What is resolved later is not held",
    arguments: laterCode.map { name, code in
      RuleCase(
        name, "captive-lifetime",
        """
        \(declarations)
        extension Container {
          var a: Factory<N> { self { N() }.cached }
          var b: Factory<Any> { self { \(code) }.singleton }
        }
        """)
    })
  func captive(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "What is resolved later may use the shared container",
    arguments: laterCode.map { name, code in
      RuleCase(
        name, "container-shared-inside",
        """
        \(declarations)
        extension Container {
          var a: Factory<N> { self { N() } }
          var b: Factory<Any> { self { \(code.replacing("self.a", with: "Container.shared.a")) } }
        }
        """)
    })
  func shared(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("autoRegister may call a local function in closures that it registers")
  func autoRegister() {
    let one = RuleCase(
      "local functions", "auto-register-resolves",
      """
      extension Container: AutoRegistering {
        var net: Factory<N> { self { N() } }
        var api: Factory<N> { self { N() } }
        func autoRegister() {
          func late() -> N { Container.shared.net() }
          func passed() -> N { net() }
          func now() -> N { ▶net() }
          api.register { late() }
          api.register(factory: passed)
          use(now())
        }
      }
      """)
    #expect(one.found == one.expected)
  }

  @Test("Resolutions in different clauses of #if make no circle")
  func alternatives() {
    let one = RuleCase(
      "clauses", "circular-dependency",
      """
      extension Container {
        var a: Factory<N> {
          self {
            #if DEBUG
              return N()
            #else
              return N(self.b())
            #endif
          }
        }
        var b: Factory<N> {
          self {
            #if DEBUG
              return N(self.a())
            #else
              return N()
            #endif
          }
        }
        var ▶c: Factory<N> {
          self {
            #if DEBUG
              return N(self.d())
            #endif
          }
        }
        var d: Factory<N> {
          self {
            #if DEBUG
              return N(self.c())
            #else
              return N()
            #endif
          }
        }
        var ▶e: Factory<N> {
          self {
            if isDebug { return N(self.f()) } else { return N() }
          }
        }
        var f: Factory<N> {
          self {
            #if !DEBUG
              return N()
            #else
              return N(self.e())
            #endif
          }
        }
      }
      """)
    #expect(one.found == one.expected)
  }
}
