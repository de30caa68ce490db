// Factory, MIT licence; see LICENSE
//
// Edges of what a construction runs besides the definition: registrations, layers and members.
import FactoryGraph
import Testing

@Suite("What runs during a construction is an edge")
struct LaunchEdgeTests {
  private static let container = """
    extension Container {
      var a: Factory<A> { self { A() } }
      var b: Factory<A> { self { A() } }
      var promise: Factory<A?> { promised() }
      var needed: Factory<A> { required() }
      var plugins: FactoryGroup<A> { group() }
    }
    final class A {}

    """

  private func edges(_ source: String, _ files: [String: String] = [:]) -> [String] {
    let all = files.merging(["A.swift": "import FactoryKit\n" + Self.container + source]) { $1 }
    let program = Program(modules: [SourceModule("App", kind: .executable, files: all)])
    return program.graph.edges.filter { $0.kind == .construct }.map {
      "\($0.from.split(separator: ".").last!) \($0.to.split(separator: ".").last!)"
    }.sorted()
  }

  @Test(
    "The closures of production code",
    arguments: [
      // Registered when the container or the program begins.
      ("extension Container: AutoRegistering { func autoRegister() { BODY } }", true),
      ("@main struct Main { static func main() { BODY } }", true),
      ("struct Main: App { init() { BODY } }", true),
      ("@main struct Main: App { init() { wire() } }\nfunc wire() { BODY }", true),
      (
        "class Delegate: UIApplicationDelegate { func application() { more() }; func more() { BODY } }",
        true
      ),
      ("@main struct Main { let wired: Void = wire() }\nfunc wire() { BODY }", true),
      ("extension Container: AutoRegistering { func autoRegister() { if debug { BODY } } }", true),
      // At another time, or not at all.
      ("func wire() { BODY }", false),
      ("@main struct Main { static func main() { Task { BODY } } }", false),
      ("@main struct Main { static func main() { let later = { BODY } } }", false),
      ("struct Preview { init() { Container.preview { _ in BODY } } }", false),
    ])
  func code(_ frame: String, _ isFound: Bool) {
    let bodies = [
      ("c.promise.register { Container.shared.a(); return A() }", "promise a"),
      ("c.a.register { c.b() }", "a b"),
      ("c.needed { c.b() }", "needed b"),
      ("c.a.wrap { c.b(); return $0 }", "a b"),
      ("c.plugins.add { c.b() }", "plugins b"),
    ]
    for (body, edge) in bodies {
      let text = frame.replacing("BODY", with: "let c = Container.shared; \(body)")
      #expect(edges(text) == (isFound ? [edge] : []), "\(text)")
    }
  }

  @Test("Top-level code of main.swift is where a program begins")
  func topLevel() {
    let main = "import FactoryKit\nContainer.shared.promise.register { Container.shared.a() }\n"
    #expect(edges("", ["main.swift": main]) == ["promise a"])
    #expect(edges("", ["Other.swift": main]) == [])
  }

  @Test(
    "Layers and members of the definition",
    arguments: [
      ("var c: Factory<A> { self { A() }.wrap { _ in self.b() } }", ["c b"]),
      ("var c: Factory<A> { self { A() }.cached.wrap { Logged($0, self.b()) }.once() }", ["c b"]),
      ("var c: Factory<A> { promised().wrap { _ in self.b() } }", ["c b"]),
      ("var c: FactoryGroup<A> { group().add(\\.a).add(\\.b, order: 1) }", ["c a", "c b"]),
      ("var c: FactoryGroup<A> { group().add { self.b() } }", ["c b"]),
      ("var c: FactoryGroup<A> { FactoryGroup(self).add(\\Container.b) }", ["c b"]),
      // Decorators run later, and contexts in tests and previews.
      ("var c: Factory<A> { self { A() }.decorator { _ in self.b() } }", []),
      ("var c: Factory<A> { self { A() }.onTest { self.b() } }", []),
    ])
  func definition(_ factory: String, _ expected: [String]) {
    #expect(edges("extension Container { \(factory) }") == expected)
  }

  @Test(
    "Contexts, previews and tests are no part of the construction",
    arguments: [
      "c.a.onTest { c.b() }", "c.a.context(.debug) { c.b() }", "c.a.preview { c.b() }",
      "c.a.decorator { _ in c.b() }",
    ])
  func contexts(_ body: String) {
    let main = "@main struct Main { static func main() { let c = Container.shared; \(body) } }"
    #expect(edges(main) == [])
  }

  @Test(
    "Functions that are registered instead of closures are followed",
    arguments: [
      ("a.register(factory: make)", ["a b"]), ("a.register(factory: Other.init)", ["a b"]),
      ("a.register(factory: self.own)", ["a b"]), ("a.register(factory: made())", []),
      ("a.onTest(factory: make)", []),
    ])
  func functions(_ body: String, _ expected: [String]) {
    let source = """
      extension Container: AutoRegistering {
        func autoRegister() { \(body) }
        func own() -> A { b() }
      }
      func make() -> A { Container.shared.b() }
      func made() -> () -> A { make }
      final class Other: A { let b = Container.shared.b() }
      """
    #expect(edges(source) == expected)
  }

  @Test("The code of a registered closure that calls functions is followed")
  func calls() {
    let source = """
      extension Container: AutoRegistering {
        func autoRegister() { promise.register { [unowned self] in make(self.a()) } }
      }
      func make(_ a: A) -> A { Container.shared.b() }
      """
    #expect(edges(source) == ["promise a", "promise b"])
  }
}
