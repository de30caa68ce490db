// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Containers whose type the code around them tells")
struct InferredContainerTests {
  private static func users(_ source: String) -> [String] {
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "A.swift": """
          import FactoryKit
          final class Shop: SharedContainer {
            @TaskLocal static var shared = Shop()
            let manager = ContainerManager()
          }
          extension Shop { var cart: Factory<Cart> { self { Cart() } } }
          extension Container {
            var a: Factory<A> { self { A() } }
            func ready() -> Self { self }
            func maybe() -> Self? { self }
            static func made() -> Self { Self() }
          }
          \(source)
          """
        ])
    ])
    return program.graph.edges.map { "\($0.from) \($0.to)" }
  }

  @Test(
    "A use is found through a wrapper, or a function that returns the container",
    arguments: [
      (
        "struct V { @InjectedContainer var c; func f() { _ = c.a() } }", "type:App.V", "Container.a"
      ),
      (
        "struct V { @InjectedContainer() private var c; func f() { _ = self.c.a() } }",
        "type:App.V",
        "Container.a"
      ),
      (
        "struct V { @InjectedContainer(Shop.self) var c; func f() { _ = c.cart() } }", "type:App.V",
        "Shop.cart"
      ),
      (
        "struct V { @InjectedContainer var c: Shop; func f() { _ = c.cart() } }", "type:App.V",
        "Shop.cart"
      ),
      ("struct V { func f() { _ = Container.shared.ready().a() } }", "type:App.V", "Container.a"),
      (
        "struct V { func f() { let c = Container.shared.ready(); _ = c.a() } }", "type:App.V",
        "Container.a"
      ),
      ("struct V { func f() { _ = Container.made().a() } }", "type:App.V", "Container.a"),
    ])
  func use(_ source: String, from: String, to: String) {
    #expect(Self.users(source) == ["\(from) App.\(to)"])
  }
}
