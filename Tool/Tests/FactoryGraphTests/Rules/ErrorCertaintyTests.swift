// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Errors need certainty")
struct ErrorCertaintyTests {
  private static let silent = [
    RuleCase(
      "a name in backticks", "promise-unregistered",
      """
      extension Container { var `default`: Factory<any P> { required() } }
      func start() { Container.shared.default.register { L() } }
      """),
    RuleCase(
      "a name in backticks", "unused-factory",
      """
      extension Container { var `default`: Factory<L> { self { L() } } }
      func start() { print(Container.shared.default()) }
      """),
    RuleCase(
      "a registration through a cast constant", "promise-unregistered",
      """
      extension Container { var a: Factory<any P> { required() } }
      extension SharedContainer {
        func install() {
          guard let c = self as? Container else { return }
          c.a.register { L() }
        }
      }
      """),
    RuleCase(
      "a registration through a cast", "promise-unregistered",
      """
      extension Container { var a: Factory<any P> { required() } }
      extension SharedContainer {
        func install() { (self as? Container)?.a.register { L() } }
      }
      """),
    RuleCase(
      "a requirement of a protocol", "promise-unregistered",
      """
      protocol HasP { var p: Factory<any P> { get } }
      extension Container: HasP { var p: Factory<any P> { required() } }
      func register(_ container: some HasP) { container.p.register { L() } }
      """),
    RuleCase(
      "functions with constraints of their own", "duplicate-factory",
      """
      extension Container {
        func store<T>(_ type: T.Type) -> Factory<T?> { self { nil } }
        func store<T>(_ type: T.Type) -> Factory<T?> where T: Model { self { nil } }
        func repo<T>(_ type: T.Type) -> Factory<T?> { self { nil } }
        func repo<T: Model>(_ type: T.Type) -> Factory<T?> { self { nil } }
      }
      """),
    RuleCase(
      "an alias of a function type", "injected-parameter-factory",
      """
      extension Container { var s: ParameterFactory<Int, S> { self { S($0) } } }
      typealias Maker = (Int) -> S
      struct V { @Injected(\\.s) var s: Maker }
      """),
    RuleCase(
      "getters of constants", "computed-scope",
      """
      extension Scope {
        static let sessionCache = Cached()
        static var session: Cached { sessionCache }
        static var app: Singleton { .singleton }
      }
      """),
  ]

  private static let reported = [
    RuleCase(
      "a name in backticks that nothing registers", "promise-unregistered",
      """
      extension Container { var ▶`default`: Factory<any P> { required() } }
      let used = Container.shared.default()
      """),
    RuleCase(
      "getters that make scopes", "computed-scope",
      """
      extension Scope {
        static var ▶one: Cached { Cached() }
        static var ▶two: Cached { .init() }
        static var ▶three: Cached { let scope = Scope.Cached(); return scope }
      }
      """),
  ]

  @Test("What is not certain is not reported", arguments: silent)
  func notReported(_ rule: RuleCase) { #expect(rule.found.isEmpty) }

  @Test("What is certain is reported", arguments: reported)
  func found(_ rule: RuleCase) { #expect(rule.found == rule.expected) }
}
