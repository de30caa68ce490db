// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Closures in instances that are kept")
struct KeptClosureTests {
  private static func definitions(_ name: String, _ source: String) -> RuleCase {
    RuleCase(
      name, "captured-container",
      """
      extension Scope { static let session = Cached() }
      final class Sender {
        init() {}
        init(make: @escaping () -> User) {}
        init(once: () -> User) {}
      }
      final class Holder { init(_ stored: (() -> User)?) {}; func used() -> Holder { self } }
      struct Box { var holder: Holder?; var make: () -> User = { User() } }
      func apply(_ make: () -> User) -> User { make() }
      extension Container {
        var user: Factory<User> { self { User() } }
        \(source)
      }
      """)
  }

  private static let cases = [
    definitions(
      "those that a definition returns or passes to what it makes",
      """
      var a: Factory<() -> User> { self { { ▶self.user() } }.singleton }
      var b: Factory<() -> User> { self { let n = 1; return { ▶self.user() } }.cached }
      var c: ParameterFactory<Int, Sender> { self { n in Sender(make: { ▶self.user() }) }.cached }
      var d: Factory<Holder> { self { Holder { [▶self] in user() } }.scope(.session) }
      var e: Factory<Box> { self { Box(holder: Holder { Task { ▶self.user() }; return User() }) }.singleton }
      var f: Factory<Box> { self { Box(make: { [number] in ▶self.user() }) }.cached }
      var g: Factory<Sender> {
        self {
          if isOn { return Sender(make: { ▶self.user() }) }
          return Sender()
        }.singleton
      }
      """),
    definitions(
      "those that do not retain the container",
      """
      var a: Factory<() -> User> { self { { [weak self] in self?.user() ?? User() } }.singleton }
      var b: Factory<() -> User> { self { { [user = self.user()] in user } }.singleton }
      var c: Factory<() -> User> { self { let user = self.user(); return { user } }.cached }
      var d: Factory<() -> User> { self { { dependency(\\.user) } }.singleton }
      var e: Factory<Holder> { self { Holder { [unowned self] in self.user() } }.cached }
      var f: Factory<Holder> { self { [unowned self] in Holder { self.user() } }.cached }
      static var g: Factory<() -> User> { Factory(shared) { { self.name } }.cached }
      """),
    definitions(
      "those that are not kept, or may not be",
      """
      var a: Factory<() -> User> { self { { self.user() } } }
      var b: Factory<Holder> { self { Holder { self.user() } }.shared }
      var c: Factory<Holder> { self { Holder { self.user() } }.graph }
      var d: Factory<User> { self { apply { self.user() } }.singleton }
      var e: Factory<Sender> { self { Sender(once: { self.user() }) }.singleton }
      var f: Factory<User> { self { let make = { self.user() }; return make() }.singleton }
      var g: Factory<User> { self { ({ self.user() })() }.singleton }
      var h: Factory<Sender> { self { Task { self.user() }; return Sender() }.singleton }
      var i: Factory<Holder> { self { Holder { self.user() }.used() }.singleton }
      var j: Factory<Sender> { self { perhaps { self.user() } }.singleton }
      """),
  ]

  @Test("A kept closure that retains the container is found, and no other one", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "The message names who keeps the closure",
    arguments: [
      (
        "singleton",
        "the process keeps this closure, which retains 'self', the container that resolves "
          + "Container.a first, and resolves from it for all others. Resolve what it needs before it, "
          + "or use dependency(_:) in it."
      ),
      (
        "cached",
        "the container keeps this closure, which retains 'self', its container. Resolve what it needs "
          + "before it, or write '[weak self]'."
      ),
    ])
  func message(scope: String, expected: String) throws {
    let one = Self.definitions("", "var a: Factory<Any> { self { { self.user() } }.\(scope) }")
    let finding = try #require(one.findings.first)
    #expect(finding.message == expected)
    #expect(finding.fix == nil)
  }

  @Test(
    "An app is silent as long as all its containers live for ever",
    arguments: [
      ("", "", 0), ("let child = Container(parent: .shared)", "", 2),
      ("let other = Container()", "", 2), ("", "import FactoryTesting", 1),
      ("", "import Testing; let other = Container()", 1),
    ])
  func app(code: String, tests: String, count: Int) {
    let app = """
      @main struct Shop: App {}
      extension Container {
        var user: Factory<User> { self { User() } }
        var a: Factory<Any> { self { { self.user() } }.singleton }
        var b: Factory<Any> { self { { self.user() } }.cached }
      }
      \(code)
      """
    #expect(
      found("captured-container", ["App.swift": app, "Tests.swift": "import Testing\n" + tests])
        .count
        == count)
  }
}
