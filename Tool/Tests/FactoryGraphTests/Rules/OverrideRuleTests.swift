// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about definitions that win over overrides")
struct OverrideRuleTests {
  private static func context(_ name: String, _ definition: String, _ other: String) -> RuleCase {
    RuleCase(
      name, "baked-override",
      """
      extension Container { var a: Factory<A> { self { A() }\(definition) } }
      func other(_ container: Container) { \(other) }
      """)
  }

  private static let contexts = [
    context("registered", ".▶onTest { B() }", "container.a.register { C() }"),
    context(
      "registered, with several contexts", ".▶onTest { B() }.cached.▶onArg(\"x\") { B() }",
      "container.a { C() }"),
    context("the same context", ".▶onTest { B() }", "container.a.onTest { C() }"),
    context(
      "the same, spelled out", ".▶onPreview { B() }", "container.a.context(.preview) { C() }"),
    context("the same argument", ".▶onArg(\"x\") { B() }", "container.a.onArg(\"x\") { C() }"),
    context(
      "one of several arguments", ".▶onArgs([\"x\", \"y\"]) { B() }",
      "container.a.context(.arg(\"y\")) { C() }"),
    context("after once()", ".once().▶onTest { B() }", "container.a.register { C() }"),
    context("another argument", ".onArg(\"x\") { B() }", "container.a.onArg(\"y\") { C() }"),
    context("another context", ".onTest { B() }", "container.a.onPreview { C() }"),
    context("before once()", ".onTest { B() }.once()", "container.a.register { C() }"),
    context("chained with the resolution", ".onTest { B() }", "container.a.onTest { C() }()"),
    context(
      "chained with the resolution by name", ".onTest { B() }",
      "_ = container.a.register { C() }.resolve()"),
    context("only resolved", ".onTest { B() }", "_ = container.a()"),
    context(
      "a scope or decorator elsewhere", ".onTest { B() }", "container.a.cached.decorator { _ in }"),
    context("another factory", ".onTest { B() }", "container.b.register { C() }"),
    context("a decorator in the definition", ".decorator { _ in }", "container.a.register { C() }"),
  ]

  private static func scope(_ name: String, _ definition: String, _ other: String) -> RuleCase {
    RuleCase(
      name, "scope-mismatch",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() }\(definition) }
        func autoRegister() { \(other) }
      }
      """)
  }

  private static let scopes = [
    scope("another scope", ".▶cached", "a.singleton"),
    scope("a custom scope", ".▶scope(.session)", "a.scope(.other)"),
    scope("the last scope of several", ".▶cached.▶shared", "a.graph"),
    scope("the same scope", ".cached", "a.cached"),
    scope("the same custom scope", ".scope(.session)", "a.scope(Scope.session)"),
    scope("before once()", ".cached.once()", "a.singleton"),
    scope("no scope in the definition", "", "a.singleton"),
    scope("chained with the resolution", ".cached", "_ = a.singleton()"),
    scope("a registration", ".cached", "a.register { B() }"),
    scope("a reset of a scope", ".cached", "manager.reset(scope: .session)"),
  ]

  @Test("A rule finds what it should, and nothing else", arguments: contexts + scopes)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("A note stands at the override")
  func note() throws {
    let notes = try #require(Self.contexts[0].findings.first).notes
    #expect(notes.map { "\($0.line):\($0.column)" } == ["2:50"])
  }

  @Test("The container of another type with a factory of the same name is another")
  func otherContainer() {
    let one = RuleCase(
      "", "baked-override",
      """
      extension Container { var a: Factory<A> { self { A() }.onTest { B() }.cached } }
      final class Other: SharedContainer { var a: Factory<A> { self { A() } } }
      func f() { Other.shared.a.register { C() } }
      """)
    #expect(one.found.isEmpty)
  }
}
