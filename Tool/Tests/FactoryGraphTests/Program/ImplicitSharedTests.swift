// Factory, MIT licence; see LICENSE
//
// `shared` in a static context of a container's own extension, without `Container.` before it.
import FactoryGraph
import Testing

@Suite("An implicit shared container")
struct ImplicitSharedTests {
  @Test(
    "It is the shared container of the type around the code",
    arguments: [
      "static func run() { _ = shared.a() }", "static var value: A { shared.a() }",
      "static func run() { let c = shared; _ = c.a() }",
      "static func run() { shared.with { _ = $0.a() } }",
      "static func run() { func inner() { _ = shared.a() }; inner() }",
      "func run(_ a: A = shared.a()) {}", "init(_ a: A = shared.a()) {}",
      "static func run() { _ = shared.keyed(1)() }",
    ])
  func resolutions(_ member: String) {
    let name = member.contains("keyed") ? "keyed" : "a"
    #expect(
      edges(
        """
        extension Container { var a: Factory<A> { self { A() } } }
        extension Container { func keyed(_ n: Int) -> Factory<A> { self(key: n) { A() } } }
        extension Container { \(member) }
        """) == ["type:Container resolve \(name):3"])
  }

  @Test("A type within the container sees it as well")
  func nested() {
    #expect(
      edges(
        """
        final class Custom: SharedContainer {
          static let shared = Custom()
          let manager = ContainerManager()
          var a: Factory<A> { self { A() } }
          struct Inner { func run() { _ = shared.a() } }
        }
        """) == ["type:Custom.Inner resolve App.Custom.a:5"])
  }

  @Test(
    "Another variable of that name is not the container",
    arguments: [
      "static func run(shared: Other) { _ = shared.a() }",
      "static func run() { let shared = Other(); _ = shared.a() }",
      "func run() { _ = shared.a() }",
    ])
  func variables(_ member: String) {
    #expect(
      edges(
        """
        struct Other { func a() {} }
        extension Container { var a: Factory<A> { self { A() } }; \(member) }
        """) == [])
  }

  private static let cases = [
    RuleCase(
      "a test's registration", "shared-state-in-tests",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        func mocks() { a.register { A() } }
        @Test static func one() { ▶shared.a.register { A() } }
        @Test static func two() { shared.with { $0.a.register { A() } } }
        @Test static func three() { let c = shared; ▶c.a.register { A() } }
        @Test static func four() { shared.mocks() }
        @Test static func five() { Container.$shared.withValue(Container()) { shared.mocks() } }
      }
      """),
    RuleCase(
      "a static member is not captured", "captured-container",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
        static func setUp() { shared.a.register { shared.b() } }
        static func decorate() { shared.decorator { _ in _ = shared.b() } }
      }
      let global = Container()
      func setUp() { global.a.register { global.b() } }
      struct Screen {
        let own: Container
        func setUp() { own.a.register { [own] in own.b() } }
      }
      """),
  ]

  @Test("Rules know it", arguments: cases)
  func rules(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
