// Factory, MIT licence; see LICENSE
//
// Circles and captive lifetimes through registrations, layers and groups.
import FactoryGraph
import Testing

@Suite("Rules about what runs during a construction")
struct LaunchRuleTests {
  private static func circle(_ factories: String, _ launch: String = "") -> [Diagnostic] {
    found(
      "circular-dependency",
      [
        "Source.swift": """
        extension Container {
          \(factories)
        }
        extension Container: AutoRegistering { func autoRegister() { \(launch) } }
        """
      ])
  }

  @Test(
    "A circle that certainly runs is an error",
    arguments: [
      // Through a registration of a promise
      (
        "var a: Factory<A?> { promised() }; var b: Factory<B> { self { B(self.a()) } }",
        "a.register { [unowned self] in A(self.b()) }"
      ),
      // Through a registration that replaces a definition
      (
        "var a: Factory<A> { self { A() } }; var b: Factory<B> { self { B(self.a()) } }",
        "a.register { [unowned self] in A(self.b()) }"
      ),
      // Through layers, of the definition and of a registration
      (
        "var a: Factory<A> { self { A() }.wrap { Logged($0, self.b()) } }; "
          + "var b: Factory<B> { self { B(self.a()) } }", ""
      ),
      (
        "var a: Factory<A> { self { A() } }; var b: Factory<B> { self { B(self.a()) } }",
        "a.wrap { [unowned self] in Logged($0, self.b()) }"
      ),
      (
        "var a: Factory<A> { promised() }; var b: Factory<B> { self { B(self.a()) } }",
        "a.register { A() }; a.wrap { [unowned self] in Logged($0, self.b()) }"
      ),
      // Through a group
      (
        "var all: FactoryGroup<A> { group().add(\\.a) }; var a: Factory<A> { self { A(self.all()) } }",
        ""
      ),
      (
        "var all: FactoryGroup<A> { group() }; var a: Factory<A> { self { A(self.all()) } }",
        "all.add(\\.a)"
      ),
      (
        "var all: FactoryGroup<A> { group() }; var a: Factory<A> { self { A(self.all()) } }",
        "all.add { [unowned self] in self.a() }"
      ),
    ])
  func errors(_ factories: String, _ launch: String) {
    #expect(Self.circle(factories, launch).map(\.severity) == [.error])
  }

  @Test(
    "A circle that another registration may end is a warning",
    arguments: [
      ("a.register { [unowned self] in A(self.b()) }; if old { a.register { A() } }"),
      ("if new { a.register { [unowned self] in A(self.b()) } }"),
      "let child = Container(parent: self); child.a.register { [unowned self] in A(self.b()) }",
    ])
  func warnings(_ launch: String) {
    let factories = "var a: Factory<A> { self { A() } }; var b: Factory<B> { self { B(self.a()) } }"
    let found = Self.circle(factories, launch)
    #expect(found.map(\.severity) == [.warning], "\(found)")
  }

  @Test("What is registered later, in a test or for a context makes no circle")
  func none() {
    let factories = "var a: Factory<A> { self { A() } }; var b: Factory<B> { self { B(self.a()) } }"
    for launch in [
      "a.onTest { [unowned self] in A(self.b()) }",
      "Task { a.register { [unowned self] in A(self.b()) } }",
    ] {
      #expect(Self.circle(factories, launch).isEmpty)
    }
  }

  // MARK: Lifetimes

  private static func lifetimes(_ name: String, _ factories: String, _ more: String = "")
    -> RuleCase
  {
    RuleCase(
      name, "captive-lifetime",
      """
      extension Scope { static let session = Cached() }
      extension Container {
        var logger: Factory<Logger> { self { Logger() }.scope(.session) }
        var user: Factory<User> { required() }
        var profile: Factory<Profile> { self { Profile(self.user()) }.cached }
        \(factories)
      }
      func request() { let c = Container(parent: .shared); c.user.register { User() } }
      \(more)
      """)
  }

  private static func launch(_ body: String) -> String {
    "extension Container: AutoRegistering { func autoRegister() { \(body) } }"
  }

  private static let cases = [
    lifetimes(
      "a layer of the definition",
      "var api: Factory<API> { self { API() }.wrap { Logged($0, self.▶logger()) }.singleton }"),
    lifetimes(
      "a layer of the program", "var api: Factory<API> { self { API() }.singleton }",
      launch("api.wrap { [unowned self] in Logged($0, self.▶logger()) }")),
    lifetimes(
      "the registration of a promise", "var api: Factory<API?> { promised().singleton }",
      launch("api.register { [unowned self] in API(self.▶logger()) }")),
    lifetimes(
      "members of a group",
      "var all: FactoryGroup<Log> { group().singleton.add(\\.▶logger) }"
        .replacing("\\.▶logger", with: "▶\\.logger")),
    lifetimes(
      "a singleton, through a cached instance, of what only children register",
      "var api: Factory<API> { self { API(self.▶profile()) }.singleton }"),
    lifetimes(
      "through a cached instance and a layer",
      "var api: Factory<API> { self { API() }.wrap { A($0, self.▶profile()) }.singleton }"),
    lifetimes(
      "through a custom scope and an unscoped factory",
      """
      var page: Factory<Page> { self { Page(self.profile()) }.scope(.session) }
      var site: Factory<Site> { self { Site(self.page()) } }
      var api: Factory<API> { self { API(self.▶site()) }.singleton }
      """),
    lifetimes(
      "through a wrapper in a cached instance",
      """
      var view: Factory<View> { self { View() }.cached }
      var api: Factory<API> { self { API(self.▶view()) }.singleton }
      """, "final class View { @LazyInjected(\\.user) var user }"),
    lifetimes(
      "through a promise that the program registers",
      """
      var view: Factory<View> { required().cached }
      var api: Factory<API> { self { API(self.▶view()) }.singleton }
      """, launch("view.register { [unowned self] in View(self.user()) }")),
  ]

  @Test("Each mark, and nothing else, is found", arguments: cases)
  func captive(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
