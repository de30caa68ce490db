// Factory, MIT licence; see LICENSE
//
// What rules say of functions that return factories.
import FactoryGraph
import Testing

@Suite("Rules and functions that return factories")
struct FactoryFunctionRuleTests {
  private static let keyed =
    "func keyed(_ k: String) -> Factory<S> { self(key: k) { S() } }; "
    + "func plain() -> Factory<S> { self { S() } }"

  private static let cases = [
    RuleCase(
      "functions are registered by their calls", "promise-unregistered",
      """
      @main struct Main { static func main() {} }
      extension Container {
        func keyed(_ k: StaticString) -> Factory<S> { required(key: k) }
        func plain() -> Factory<S> { required() }
        func opt(_ k: StaticString) -> Factory<S?> { promised(key: k) }
        func inside(_ k: StaticString) -> Factory<S?> { promised(key: k) }
        func ▶never(_ k: StaticString) -> Factory<S> { required(key: k) }
        func setUp() { inside("a").register { S() } }
      }
      func run() {
        Container.shared.keyed("a").register { S() }
        Container.shared.plain().register { S() }
        Container.shared.with { $0.opt("a").register { S() } }
        _ = Container.shared.never("a")()
      }
      """),
    RuleCase(
      "registrations in autoRegister", "auto-register-resolves",
      """
      extension Container { \(keyed) }
      extension Container: AutoRegistering {
        public func autoRegister() {
          keyed("a").register { S() }
          keyed("b").onTest { S() }
          plain().cached.register { S() }
          self.keyed("c").register { [unowned self] in S(plain()()) }
          _ = ▶keyed("d")()
          _ = ▶self.plain()()
        }
      }
      """),
    RuleCase(
      "statics that hold a factory", "static-resolution",
      """
      extension Container { \(keyed) }
      let registered = Container.shared.keyed("a").register { S() }
      let factory = Container.shared.plain()
      let ▶held = Container.shared.keyed("a")()
      """),
    RuleCase(
      "closures that a function's factory stores", "captured-container",
      """
      extension Container {
        \(keyed)
        func setUp() {
          keyed("a").register { S(▶self.plain()()) }
          self.plain().onTest { S(▶self.keyed("a")()) }
          keyed("b").register { [unowned self] in S(self.plain()()) }
          _ = keyed("c")
        }
      }
      func setUp(container: Container) {
        container.keyed("a").register { S(▶container.plain()()) }
      }
      """),
    RuleCase(
      "registrations of a test", "shared-state-in-tests",
      """
      extension Container { \(keyed) }
      @Test func one() { ▶Container.shared.keyed("a").register { S() } }
      @Test func two() { _ = Container.shared.plain() }
      @Test func three() { ▶Container.shared.plain().onTest { S() } }
      @Test(.container) func four() { Container.shared.plain().register { S() } }
      """),
    RuleCase(
      "a reset of a function's factory, if it has no arguments", "reset-clears-registrations",
      """
      extension Container { \(keyed) }
      func same() {
        Container.shared.keyed("a").register { S() }
        Container.shared.keyed("a").reset()
        _ = Container.shared.keyed("a")()
      }
      func plain() {
        Container.shared.plain().register { S() }
        Container.shared.▶reset()
        _ = Container.shared.plain()()
      }
      func others() {
        Container.shared.keyed("a").register { S() }
        Container.shared.keyed("b").reset()
        _ = Container.shared.keyed("a")()
      }
      func unknown(_ key: () -> String) {
        Container.shared.keyed(key()).register { S() }
        Container.shared.keyed(key()).reset()
        _ = Container.shared.keyed(key())()
      }
      extension Container {
        func own() {
          plain().register { S() }
          plain().▶reset()
          _ = plain()()
        }
      }
      """),
    RuleCase(
      "functions that pass on what they are given", "circular-dependency",
      """
      extension Container {
        func tree(_ depth: Int) -> Factory<S> { self(key: depth) { S(self.tree(depth - 1)()) } }
        func even(_ n: Int) -> Factory<S> { self(key: n) { S(odd(n.less())()) } }
        func odd(_ n: Int) -> Factory<S> { self(key: n) { S(even(n.less())()) } }
        var ▶a: Factory<S> { self { S(self.b("x")()) } }
        func b(_ k: String) -> Factory<S> { self(key: k) { S(self.a()) } }
      }
      """),
  ]

  @Test("The places are found, and nothing else", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("The advice for a promise that is a function names its call")
  func advice() throws {
    let finding = try #require(
      found(
        "promise-unregistered",
        [
          "Source.swift": """
          extension Container { func keyed(_ k: StaticString) -> Factory<S> { required(key: k) } }
          @main struct Main { static func main() { print(Container.shared.keyed("a")()) } }
          """
        ]
      ).first)
    #expect(finding.message.contains("'keyed(…).register { … }'"))
  }
}
