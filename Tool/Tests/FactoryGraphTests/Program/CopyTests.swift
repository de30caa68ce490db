// Factory, MIT licence; see LICENSE
//
// Factories of files that several targets compile.
import FactoryGraph
import Testing

@Suite("A factory that several targets compile is one factory")
struct CopyTests {
  private static let shared = """
    import FactoryKit
    final class Own: SharedContainer {
      @TaskLocal static var shared = Own()
      let manager = ContainerManager()
    }
    extension Own { var o: Factory<A> { self { A() } } }
    extension Container {
      var a: Factory<A> { self { A(self.b(), Container.shared.service()) } }
      var b: Factory<A> { self { A() }.cached }
      var promise: Factory<A?> { promised() }
    }
    final class Model { let a = Container.shared.a() }
    """

  /// An app with the most files, and two extensions that compile one of them.
  private static func program(app: String = "", widget: String = "") -> Program {
    let service =
      "import FactoryKit\nextension Container { var service: Factory<A> { self { A() } } }\n"
    return Program(modules: [
      SourceModule(
        "AAWidget", kind: .executable,
        files: ["Shared.swift": shared, "Widget.swift": service + widget]),
      SourceModule(
        "App", kind: .executable,
        files: [
          "Shared.swift": shared, "App.swift": service + app, "More.swift": "import FactoryKit",
        ]),
      SourceModule(
        "Intents", kind: .executable, files: ["Shared.swift": shared, "Intents.swift": service]),
    ])
  }

  @Test("It is that of the target with the most files, and has the list of all")
  func factories() {
    #expect(
      Self.program().graph.factories.map { "\($0.id) \($0.targets.joined(separator: ","))" } == [
        "AAWidget.Container.service AAWidget", "App.Container.a App,AAWidget,Intents",
        "App.Container.b App,AAWidget,Intents", "App.Container.promise App,AAWidget,Intents",
        "App.Container.service App", "App.Own.o App,AAWidget,Intents",
        "Intents.Container.service Intents",
      ])
  }

  @Test("Containers and edges are there once, and edges to what each target has remain")
  func edges() {
    let graph = Self.program().graph
    #expect(graph.containers.map(\.id) == ["App.Own", "FactoryKit.Container"])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind) \($0.to)" } == [
        "App.Container.a construct AAWidget.Container.service",
        "App.Container.a construct App.Container.b",
        "App.Container.a construct App.Container.service",
        "App.Container.a construct Intents.Container.service",
        "type:App.Model resolve App.Container.a",
      ])
  }

  @Test("The summary, stats and promises count the same")
  func counts() {
    let program = Self.program(
      app: "let one: Void = { Container.shared.promise.register { A() } }()",
      widget: "let two: Void = { Container.shared.promise.register { A() } }()")
    let report = Report([], of: program)
    let statistics = Statistics(program)
    #expect((report.summary.factories, report.summary.containers) == (7, 2))
    #expect((statistics.factories, statistics.containers) == (7, 2))
    #expect(
      Promises(program).all.map(\.registrations) == [["Widget.swift:3", "App.swift:3"].sorted()])
  }

  @Test("A promise is judged for each program that compiles it")
  func promises() throws {
    let register = "let one: Void = { Container.shared.promise.register { A() } }()\n"
    let use = "let use = Container.shared.promise()"
    func notes(_ program: Program) -> [String] {
      Checker().check(program).filter { $0.rule == "promise-unregistered" }
        .flatMap { [$0.path] + $0.notes.map(\.message) }
    }
    #expect(
      notes(Self.program(app: use, widget: use)) == [
        "Shared.swift", "the program AAWidget starts here", "the program App starts here",
      ])
    #expect(
      notes(Self.program(app: register + use, widget: use)) == [
        "Shared.swift", "the program AAWidget starts here",
      ])
    #expect(notes(Self.program(app: register + use, widget: register + use)) == [])
    #expect(notes(Self.program(app: register + use)) == [])
  }

  @Test("It is found by the name of each target, and by that of its module")
  func names() {
    let graph = Self.program().graph
    for name in ["a", "Container.a", "App.Container.a", "Intents.Container.a"] {
      #expect(graph.factories.filter { $0.isNamed(name) }.map(\.id) == ["App.Container.a"])
    }
    #expect(graph.unknownNames(modules: ["Intents", "Other"]) == ["Other"])
    #expect(
      graph.filtered(modules: ["Intents"]).factories.map(\.name) == [
        "a", "b", "promise", "o", "service",
      ])
    #expect(
      Explanation(of: "b", in: Self.program()).text().contains(
        "  targets: App, AAWidget, Intents\n"))
  }

  @Test("A default scope that only some targets set makes the scope unknown")
  func scope() {
    let scope =
      "extension Container: AutoRegistering { func autoRegister() { manager.defaultScope = "
      + ".cached } }"
    let factories = Self.program(app: scope).graph.factories
    // The container of all targets is FactoryKit's.
    #expect(factories.first { $0.name == "b" }?.scope == "cached")
    let own =
      "extension Own: AutoRegistering { func autoRegister() { manager.defaultScope = .cached } }"
    #expect(Self.program(app: own).graph.factories.first { $0.name == "o" }?.scope == "unknown")
    #expect(Self.program().graph.factories.first { $0.name == "o" }?.scope == nil)
  }
}
