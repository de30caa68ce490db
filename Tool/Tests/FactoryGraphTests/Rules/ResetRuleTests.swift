// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Resets that remove registrations")
struct ResetRuleTests {
  private static func reset(_ name: String, _ body: String) -> RuleCase {
    RuleCase(
      name, "reset-clears-registrations",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
      }
      final class Other: SharedContainer { var o: Factory<A> { self { A() } } }
      func f(_ c: Container, _ other: Other) {
        \(body.replacing("\n", with: "\n  "))
      }
      func next() -> Container { Container() }
      func mocks(_ c: Container) { moreMocks(c) }
      func moreMocks(_ c: Container) { c.a.register { B() } }
      func others(_ c: Container) { c.b.register { B() } }
      extension Container { func setUpMocks() { a.register { B() } } }
      """)
  }

  private static func inContainer(_ name: String, _ body: String) -> RuleCase {
    RuleCase(
      name, "reset-clears-registrations",
      "extension Container { var a: Factory<A> { self { A() } }\nfunc f() { \(body) } }")
  }

  private static let indirect = [
    reset(
      "of registrations only, which is explicit",
      "c.a.register { B() }\nc.a.reset(.registration)\nc.reset(options: .registration)\n_ = c.a()"),
    reset(
      "in with", "c.with { $0.a.register { B() } }\nc.a.reset()\nc.with { $0.reset() }\n_ = c.a()"),
    reset(
      "of another name of the container", "let d = c\nc.a.register { B() }\nd.reset()\n_ = c.a()"),
    reset(
      "after a resolution, which is meant",
      "c.a.register { B() }\n#expect(c.a().isFake)\nc.a.reset()\n#expect(!c.a().isFake)"),
    reset(
      "of the container, after a resolution",
      "c.a.register { B() }\nc.a().run()\nc.reset()\n_ = c.a()"),
  ]

  private static let wrong = [
    reset("of the factory", "c.a.register { B() }\nc.a.▶reset()\nc.a().run()"),
    reset("of the container", "c.a.register { B() }\nc.▶reset()\nc.a().run()"),
    reset("of the manager", "c.a.register { B() }\nc.manager.▶reset(options: .all)\n_ = c.a()"),
    reset("chained with the registration", "c.a.register { B() }.▶reset()\n_ = c.a()"),
    reset(
      "on the shared container",
      "Container.shared.a.register { B() }\nContainer.shared.▶reset()\n_ = Container.shared.a()"),
  ]

  private static let branches = [
    reset("in a branch", "c.a.register { B() }\nif on { c.a.▶reset(); c.a().run() }"),
    reset("before a branch", "c.a.register { B() }\nc.▶reset()\nif on { c.a().run() }"),
    reset(
      "in a branch of a branch",
      "c.a.register { B() }\nif on { c.▶reset(); switch x { case 1: c.a().run()\ndefault: break } }"
    ),
    reset("in a loop", "c.a.register { B() }\nfor _ in 1...2 { c.a.▶reset(); c.a().run() }"),
    reset(
      "in a branch, before other code", "c.a.register { B() }\nif on { c.a.reset() }\n_ = c.a()"),
    reset(
      "in another branch than the resolution",
      "c.a.register { B() }\nif on { c.a.reset() } else { c.a().run() }"),
    reset(
      "after a registration in a branch", "if on { c.a.register { B() } }\nc.a.reset()\n_ = c.a()"),
    reset(
      "in a branch that registers again",
      "c.a.register { B() }\nif on { c.a.reset(); c.a.register { B() }; c.a().run() }"),
    reset(
      "in a closure", "c.a.register { B() }\nlater { c.a.reset(); c.a().run() }"),
  ]

  private static let implicit = [
    inContainer("of the container, without self", "a.register { B() }; ▶reset(); _ = a()"),
    inContainer("of the manager, without self", "a.register { B() }; ▶manager.reset(); _ = a()"),
    inContainer("of scopes, without self", "a.register { B() }; reset(options: .scope); _ = a()"),
    inContainer(
      "of a variable with the name of the manager",
      "let manager = Other(); a.register { B() }; manager.reset(); _ = a()"),
    inContainer(
      "by a function of that name", "func reset() {}; a.register { B() }; reset(); _ = a()"),
    RuleCase(
      "by a method of that name, which the container declares", "reset-clears-registrations",
      """
      final class Own: SharedContainer {
        var a: Factory<A> { self { A() } }
        func reset() {}
        func f() { a.register { B() }; reset(); _ = a() }
        func g(_ c: Own) { c.a.register { B() }; c.reset(); _ = c.a() }
      }
      """),
  ]

  private static let registeredAgain = [
    reset(
      "and a method that registers it", "c.a.register { B() }\nc.reset()\nc.setUpMocks()\n_ = c.a()"
    ),
    reset(
      "and a function that registers it", "c.a.register { B() }\nc.reset()\nmocks(c)\n_ = c.a()"),
    reset(
      "and a function that may register it",
      "c.a.register { B() }\nc.reset()\nothers(c)\n_ = c.a()"),
    reset(
      "and a registration that is resolved at once",
      "c.a.register { B() }\nc.reset()\n_ = c.a.register { B() }()"),
    reset(
      "before a wrapper that resolves later",
      """
      Container.shared.a.register { B() }
      Container.shared.reset()
      @LazyInjected(\\.a) var a
      Container.shared.a.register { B() }
      a.run()
      """),
    reset(
      "before a resolution from another shared container",
      """
      Container.shared.a.register { B() }
      Container.shared.reset()
      Container.$shared.withValue(Container()) { _ = Container.shared.a() }
      """),
    reset(
      "with all of it in withValue",
      """
      Container.$shared.withValue(Container()) {
        Container.shared.a.register { B() }
        Container.shared.▶reset()
        _ = Container.shared.a()
      }
      """),
  ]

  private static let right = [
    reset("of scopes only", "c.a.register { B() }\nc.a.reset(.scope)\n_ = c.a()"),
    reset("of contexts", "c.a.register { B() }\nc.a.reset(.context)\n_ = c.a()"),
    reset("of one scope", "c.a.register { B() }\nc.manager.reset(scope: .cached)\n_ = c.a()"),
    reset("of nothing", "c.a.register { B() }\nc.a.reset(.none)\n_ = c.a()"),
    reset("of a variable option", "c.a.register { B() }\nc.reset(options: options)\n_ = c.a()"),
    reset("of another factory", "c.a.register { B() }\nc.b.reset()\n_ = c.a()"),
    reset("of another container", "c.a.register { B() }\nother.reset()\n_ = c.a()"),
    reset(
      "after with of another container",
      "c.with { $0.a.register { B() } }\nContainer.shared.a.reset()\n_ = c.a()"),
    reset(
      "after a closure that may run later",
      "later { $0.a.register { B() } }\nc.a.reset()\n_ = c.a()"),
    reset(
      "after with in another branch",
      "if on { c.with { $0.a.register { B() } } } else { c.a.reset(); _ = c.a() }"),
    reset(
      "on what a call returns, which may be another container",
      "next().a.register { B() }\nnext().a.reset()\n_ = next().a()"),
    reset(
      "after with, and registered again",
      "c.with { $0.a.register { B() } }\nc.a.reset()\nc.with { $0.a.register { B() } }\n"
        + "_ = c.a()"),
    reset(
      "of another container with the same name",
      "c.a.register { B() }\ndo { let c = Container(); c.reset() }\n_ = c.a()"),
    reset("at the end", "c.a.register { B() }\n_ = c.a()\nc.a.reset()"),
    reset(
      "with a registration after it",
      "c.a.register { B() }\nc.a.reset()\nc.a.register { B() }\n_ = c.a()"),
    reset("with a registration before it only", "_ = c.a()\nc.a.reset()\n_ = c.a()"),
    reset("in a defer", "c.a.register { B() }\ndefer { c.reset() }\n_ = c.a()"),
    reset(
      "in a closure that runs later",
      "c.a.register { B() }\naddTeardownBlock { c.reset() }\n_ = c.a()"),
    reset("in another branch", "if on { c.a.register { B() } } else { c.a.reset(); _ = c.a() }"),
    reset(
      "in another case",
      "switch x { case 1: c.a.register { B() }\ncase 2: c.a.reset(); _ = c.a()\ndefault: break }"),
    reset(
      "before leaving", "c.a.register { B() }\nguard on else { c.a.reset(); return }\n_ = c.a()"),
    reset("in a catch", "do { c.a.register { B() } } catch { c.a.reset() }\n_ = c.a()"),
    reset("on another instance", "c.a.register { B() }\nContainer().reset()\n_ = c.a()"),
    reset("in a function of its own", "func g() { c.a.reset() }\nc.a.register { B() }\n_ = c.a()"),
    reset(
      "between push and pop", "c.manager.push()\nc.a.register { B() }\nc.manager.pop()\n_ = c.a()"),
  ]

  private static let popped = [
    reset(
      "after a push, so that the registration comes back",
      "c.a.register { B() }\nc.manager.push()\nc.reset()\n_ = c.a()\nc.manager.pop()"),
    reset(
      "after a push and a pop",
      "c.a.register { B() }\nc.manager.push()\nc.manager.pop()\nc.reset()\n_ = c.a()"),
    reset(
      "before a pop",
      "c.a.register { B() }\nc.manager.push()\nc.reset()\nc.manager.pop()\n_ = c.a()"),
  ]

  @Test(
    "The reset is found, and nothing else",
    arguments: wrong + branches + indirect + right + popped + implicit + registeredAgain)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("Notes stand at the registration and at the resolution")
  func notes() throws {
    let notes = try #require(Self.wrong[0].findings.first).notes
    #expect(notes.map { "\($0.line):\($0.column)" } == ["7:7", "9:5"])
  }
}
