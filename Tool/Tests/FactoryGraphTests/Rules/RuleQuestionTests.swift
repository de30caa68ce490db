// Factory, MIT licence; see LICENSE
//
// What a rule can ask a program.
import FactoryGraph
import Testing

@Suite("What a rule asks a program")
struct RuleQuestionTests {
  private let program = Program(modules: [
    SourceModule(
      "App", kind: .executable,
      files: [
        "Factories.swift": """
        import FactoryKit
        extension Container {
          var store: Factory<Store> { self { Store() }.cached }
          var screen: Factory<Screen> { self { Screen(self.store()) } }
        }
        """,
        "main.swift": """
        import FactoryKit
        @MainActor final class Model {
          @Injected(\\.store) var store
          func reset() {
            Container.shared.store.register { Store() }
            Container.shared.store.onTest { Store() }
            Container.shared.store.reset()
            _ = Container.shared.store.singleton
            Container.shared.store.decorator { $0 }
          }
        }
        """,
      ]),
    SourceModule(
      "AppTests", kind: .test, dependencies: ["App"],
      files: [
        "Tests.swift": """
        import FactoryTesting
        import Testing
        @Test(.container) func loads() { Container.shared.store.register { Store() } }
        """
      ]),
  ])

  private func factory(_ name: String) throws -> Graph.Factory {
    try #require(program.graph.factories.first { $0.name == name })
  }

  @Test("The uses of a factory say what code does with it")
  func operations() throws {
    let uses = program.uses(of: try factory("store"))
    #expect(
      uses.map(\.operation) == [
        .resolve(wrapper: nil), .register, .resolve(wrapper: "Injected"), .register,
        .context(["test"]), .reset, .scope("singleton"), .other("decorator"),
      ])
    #expect(uses.filter(\.isInTest).map(\.operation) == [.register])
  }

  @Test("A place that two targets compile is one use")
  func copies() throws {
    let files = [
      "Factories.swift":
        "import FactoryKit\nextension Container { var store: Factory<Store> { self { Store() } } }\n",
      "Use.swift": "import FactoryKit\nfunc f() { _ = Container.shared.store.cached() }\n",
    ]
    let program = Program(modules: [
      SourceModule("App", kind: .executable, files: files),
      SourceModule("Widget", kind: .executable, files: files),
    ])
    let store = try #require(program.graph.factories.first)
    #expect(
      program.uses(of: store).map(\.operation) == [.scope("cached"), .resolve(wrapper: nil)])
  }

  @Test("A use has the declarations around it, with their attributes")
  func enclosing() throws {
    let uses = program.uses(of: try factory("store"))
    let reset = try #require(uses.first { $0.operation == .reset })
    #expect(
      reset.enclosing == [
        Enclosing(kind: .function, name: "reset", attributes: []),
        Enclosing(kind: .type, name: "Model", attributes: ["MainActor"]),
      ])
    let wrapper = try #require(uses.first { $0.operation == .resolve(wrapper: "Injected") })
    #expect(wrapper.enclosing.map(\.name) == ["Model"])
  }

  @Test("The edges of a factory are those of the graph")
  func edges() throws {
    let (store, screen) = (try factory("store"), try factory("screen"))
    #expect(program.edges(from: screen).map(\.to) == [store.id])
    #expect(program.edges(to: store).filter { $0.kind == .construct }.map(\.from) == [screen.id])
    #expect(store.scope == "cached")
  }

  @Test("A rule runs for the versions of the library that it names", arguments: [1, 2, 3, 4])
  func versions(version: Int) {
    struct Found: Rule {
      let info = RuleInfo("found", .warning, "Every program", since: 3, example: "", why: "")
      func check(_ program: Program) -> [Finding] {
        program.graph.factories.map { Finding(program.location(of: $0), $0.name) }
      }
    }
    let program = Program(
      files: Array(program.files), modules: Array(program.modules), libraryVersion: version)
    let found = Checker(rules: [Found()]).check(program)
    #expect(found.isEmpty == (version < 3))
  }

  @Test("The lines of an example belong to what is wrong, to what is right, or to both")
  func example() {
    let info = RuleInfo(
      "a", .error, "A", example: "import A\n\n- let old = 1\n-\n+ let new = -1\nlet other = 2",
      why: "")
    #expect(info.wrong == "import A\n\nlet old = 1\n\nlet other = 2")
    #expect(info.right == "import A\n\nlet new = -1\nlet other = 2")
  }
}
