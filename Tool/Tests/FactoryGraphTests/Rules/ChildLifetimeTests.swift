// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Singletons that resolve what only child containers register")
struct ChildLifetimeTests {
  /// A server whose requests have child containers, with a registration of the user.
  private static func server(_ name: String, _ registration: String, _ factories: String)
    -> RuleCase
  {
    RuleCase(
      name, "captive-lifetime",
      """
      final class Custom: SharedContainer {
        let manager: ContainerManager
        init(parent: Custom) { manager = ContainerManager(childOf: parent) }
        var user: Factory<User> { required() }
        var sender: Factory<Sender> { self { Sender(self.user()) }.singleton }
      }
      extension Container {
        var user: Factory<User> { required() }
        var log: Factory<Log> { self { Log(self.user()) } }
        \(factories)
      }
      \(registration)
      """)
  }

  private static let sender =
    "var sender: Factory<Sender> { self { Sender(self.▶user()) }.singleton }"
  private static let silentSender =
    "var sender: Factory<Sender> { self { Sender(self.user()) }.singleton }"

  private static let children = [
    server(
      "a singleton, and a cached factory, which each child has",
      "func f() { let c = Container(parent: .shared); c.user.register { User() } }",
      """
      \(sender)
      var second: Factory<Sender> { self { Sender(self.▶log()) }.singleton }
      var mailer: Factory<Mailer> { self { Mailer(self.user(), self.log()) }.cached }
      var late: Factory<Late> { self { Late() }.singleton }
      """),
    server(
      "registered in with, on a new child",
      "func f() { _ = Container(parent: .shared).with { $0.user.register { User() } } }", sender),
    server(
      "registered while the child is the shared container",
      """
      func f() {
        let c = Container(parent: .shared)
        c.run { Container.shared.user.register { User() } }
        Container.$shared.withValue(c) { Container.shared.user.register { User() } }
      }
      """, sender),
    server(
      "a child that a function makes",
      """
      func makeRequest() -> Container { Container(parent: .shared) }
      func f() { let c = makeRequest(); c.user.register { User() } }
      """, sender),
    server(
      "a child that a property holds",
      """
      final class Request {
        let container = Container(parent: .shared)
        init() { container.user.register { User() } }
      }
      """, sender),
    server(
      "property wrappers",
      """
      func f() { let c = Container(parent: .shared, label: "window 2"); c.user.register { User() } }
      final class Sender { ▶@Injected(\\.user) var user }
      final class Mailer { @Injected(\\.user) var user }
      """,
      """
      var sender: Factory<Sender> { self { Sender() }.singleton }
      var mailer: Factory<Mailer> { self { Mailer() }.cached }
      """),
    server(
      "lazy ones, also if a child is the shared container somewhere",
      """
      func f() { let c = Container(parent: .shared); c.user.register { User() }; c.run { print() } }
      final class Dynamic { ▶@DynamicInjected(\\.user) var user }
      final class Lazy { ▶@LazyInjected(\\.user) var user }
      final class Weak { ▶@WeakLazyInjected(\\.user) var user }
      final class Later {
        @DynamicInjected(\\.user) var user
        let make = { Part() }
      }
      final class Part { @LazyInjected(\\.user) var user }
      """,
      """
      var dynamic: Factory<Dynamic> { self { Dynamic() }.singleton }
      var lazily: Factory<Lazy> { self { Lazy() }.singleton }
      var weakly: Factory<Weak> { self { Weak() }.singleton }
      var later: Factory<Later> { self { Later() } }
      var maker: Factory<Maker> { self { Maker { Part() } }.singleton }
      """),
    server(
      "what the singleton does not hold, and what a cached instance of the parent holds",
      "func f() { let c = Container(parent: .shared); c.user.register { User() } }",
      """
      var local: Factory<Sender> {
        self { let user = self.▶user(); user.greet(); return Sender() }.singleton
      }
      var cached: Factory<Mailer> { self { Mailer(self.user()) }.cached }
      var sender: Factory<Sender> { self { Sender(self.▶cached()) }.singleton }
      var other: Factory<Other> { self { Other(self.sender()) }.singleton }
      """),
    server(
      "a singleton that a child registers is the child's",
      """
      func f() {
        let c = Container(parent: .shared)
        c.user.register { User() }
        c.sender.register { Sender() }
      }
      """, silentSender),
    server(
      "a preview's trait registers it as well",
      """
      func f() { let c = Container(parent: .shared); c.user.register { User() } }
      #Preview(traits: .container { $0.user.register { User() } }) { Text("") }
      #Preview(traits: .modifier(ContainerPreview { $0.user.register { User() } })) { Text("") }
      #Preview { let _ = Container.shared.preview { $0.user.register { User() } }; Text("") }
      """, sender),
    server(
      "a container of another type is the shared one",
      """
      func f(_ parent: Custom) {
        let c = Custom(parent: parent)
        c.run(Custom.$shared) { Container.shared.user.register { User() } }
        Custom.$shared.withValue(c) { Container.shared.user.register { User() } }
      }
      """, silentSender),
    server(
      "registered on the shared container as well",
      """
      func f() { let c = Container(parent: .shared); c.user.register { User() } }
      func g() { Container.shared.user.register { User() } }
      """, silentSender),
    server(
      "registered on what may be a child, or not",
      "func f(_ c: Container) { c.user.register { User() } }", silentSender),
    server(
      "registered on a container without a parent",
      "func f() { let c = Container(); c.user.register { User() } }", silentSender),
  ]

  @Test("The singleton is found, and nothing else", arguments: children)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "The message says what is built without the registration, and notes where the child registers")
  func message() throws {
    let finding = try #require(Self.children[1].findings.first)
    #expect(
      finding.message
        == "Container.sender is a singleton and resolves Container.user, which only child containers "
        + "register. The process keeps Container.sender, so it is built with what the outermost parent "
        + "has, and there required() stops the program. Give Container.sender a scope that the child keeps, "
        + "such as .cached, or pass it what belongs to the child when it is used.")
    #expect(finding.notes.map { "\($0.line):\($0.column)" } == ["8:7", "12:58"])
  }

  @Test("Without required(), the registration of the child is passed over")
  func passedOver() throws {
    let one = RuleCase(
      "", "captive-lifetime",
      """
      extension Container {
        var user: Factory<User> { self { User() } }
        \(Self.sender)
      }
      func f() { let c = Container(parent: .shared); c.user.register { User() } }
      """)
    #expect(one.found == one.expected)
    #expect(
      try #require(one.findings.first).message.contains(
        "so it is built with what the outermost parent has, and the registration is passed over."))
  }

  @Test(
    "A singleton may keep a cached instance that lives as long as the program",
    arguments: [
      ("", false), ("Container.shared.manager.reset(scope: .session)", false),
      ("Container.shared.manager.reset(scope: Scope.session)", false),
      ("_ = Container(parent: .shared)", false), ("router.reset()", false),
      ("Container.shared.preview { $0.mailer.register { A() } }", false),
      ("Container(parent: .shared).run { Container.shared.mailer.register { A() } }", false),
      ("Container.shared.run { Container.shared.mailer.register { A() } }", true),
      ("Container.shared.reset()", true), ("Container.shared.manager.reset()", true),
      ("Container.shared.manager.reset(scope: .cached)", true),
      ("Container.shared.manager.reset(scope: Scope.cached)", true),
      ("Container.shared.manager.reset(scope: scope)", true),
      ("Container.shared.manager.reset(scope: settings.scope)", true),
      ("Container.shared.manager.reset(scope: isNew ? .cached : .session)", true),
      ("Container.shared.mailer.reset()", true), ("_ = Container()", true),
      ("Container.shared.mailer.register { A() }", true),
    ])
  func harmless(code: String, isFound: Bool) {
    let one = RuleCase(
      "", "captive-lifetime",
      """
      final class Own: SharedContainer { @TaskLocal static var shared = Own() }
      extension Container: AutoRegistering {
        var mailer: Factory<A> { self { A() }.cached }
        var sender: Factory<A> { self { A(self.mailer()) }.singleton }
        func autoRegister() { mailer.register { A() } }
      }
      func f() { \(code) }
      """)
    #expect(one.findings.isEmpty != isFound)
  }

  @Test(
    "What a file does that imports a testing library does not count, where no target is known",
    arguments: [("Testing", false), ("XCTest", false), ("SwiftUI", true)])
  func testCode(_ module: String, isFound: Bool) {
    let one = RuleCase(
      "", "captive-lifetime",
      files: [
        "App.swift": """
        extension Container {
          var mailer: Factory<A> { self { A() }.cached }
          var sender: Factory<A> { self { A(self.mailer()) }.singleton }
        }
        """,
        "T.swift": """
        import \(module)
        func f() { _ = Container(); Container.shared.mailer.register { B() } }
        """,
      ])
    #expect(one.findings.isEmpty != isFound)
  }
}
