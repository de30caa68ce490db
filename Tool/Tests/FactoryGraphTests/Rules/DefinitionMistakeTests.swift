// Factory, MIT licence; see LICENSE
//
// Definitions with two scopes, and definitions of the shared container's factory.
import FactoryGraph
import Testing

@Suite("Mistakes within one definition")
struct DefinitionMistakeTests {
  private static func scopes(_ name: String, _ definition: String) -> RuleCase {
    RuleCase(
      name, "scope-mismatch",
      """
      extension Scope { static let session = Cached() }
      extension Container { var a: Factory<A> { \(definition) } }
      """)
  }

  private static func shared(_ name: String, _ source: String) -> RuleCase {
    RuleCase(name, "container-shared-inside", source)
  }

  private static let cases = [
    scopes("two scopes", "self { A() }.▶cached.singleton"),
    scopes("with modifiers between them", "self { A() }.▶singleton.onTest { A() }.scope(.session)"),
    scopes("three scopes", "self { A() }.▶cached.▶shared.graph"),
    scopes("before and after once", "self { A() }.▶cached.once().singleton"),
    scopes("no scope after one", "Factory(self) { A() }.▶cached.unique"),
    scopes("the same scope twice", "self { A() }.cached.cached"),
    scopes(
      "one scope in each branch", "if x { self { A() }.cached } else { self { A() }.singleton }"),
    scopes(
      "one scope in some builds",
      """
      self { A() }.cached
      #if DEBUG
      .singleton
      #endif
      """),
    shared(
      "definitions of the shared container's factories",
      """
      extension Container {
        var a: Factory<A> { ▶Container.shared { A() } }
        var b: Factory<A> { ▶Container.shared { A() }.cached }
        var c: Factory<A> { Factory(▶Container.shared) { A() } }
        var d: Factory<A> { ▶FactoryKit.Container.shared { A() } }
        var e: Factory<A> { ▶Self.shared { A() } }
        func f(_ x: Int) -> Factory<A> { ▶Container.shared { A(x) } }
        var g: ParameterFactory<Int, A> { ▶Container.shared { A($0) } }
      }
      """),
    shared(
      "definitions of its own factories, and others",
      """
      final class Other: SharedContainer {
        @TaskLocal static var shared = Other()
        let manager = ContainerManager()
        var a: Factory<A> { self { A() } }
      }
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { Factory(self) { A() } }
        static var c: Factory<A> { Container.shared { A() } }
        var other: Factory<A> { Other.shared.a }
        var mine: Factory<A> { Container.shared.b }
      }
      func f() { Container.shared { $0.a.register { A() } } }
      """),
  ]

  @Test("Each mark, and nothing else, is found", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("The fix of a definition of the shared container is one of its own")
  func fix() {
    let source = """
      extension Container {
        var a: Factory<A> { Container.shared { A() }.cached }
        var b: Factory<A> { Factory(Container . shared) { A() } }
      }
      """
    #expect(
      mended("container-shared-inside", source) == """
        extension Container {
          var a: Factory<A> { self { A() }.cached }
          var b: Factory<A> { Factory(self) { A() } }
        }
        """)
  }
}
