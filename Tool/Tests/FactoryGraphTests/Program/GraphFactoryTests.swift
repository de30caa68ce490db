// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("The factories of the graph")
struct GraphFactoryTests {
  private func graph(_ modules: [SourceModule]) -> Graph {
    let modules = modules.map { module in
      var module = module
      module.files["\(module.name)Import.swift"] = "import FactoryKit\n"
      return module
    }
    return Program(modules: modules).graph
  }

  private func graph(_ source: String) -> Graph {
    graph([SourceModule("App", kind: .executable, files: ["Source.swift": source])])
  }

  @Test(
    "The kind follows the type",
    arguments: [
      ("Factory<A> { self { A() } }", "factory", false),
      ("ParameterFactory<Int, A> { self { A($0) } }", "parameter", true),
      ("ThrowingFactory<A, any Error> { self { try A() } }", "throwing", false),
      ("ThrowingParameterFactory<Int, A, MyError> { self { try A($0) } }", "throwing", true),
      ("AsyncFactory<A, Never> { self { await A() } }", "async", false),
      ("AsyncParameterFactory<Int, A, Never> { self { await A($0) } }", "async", true),
      ("MainActorFactory<A> { self { A() } }", "mainActor", false),
      ("MainActorParameterFactory<Int, A> { self { A($0) } }", "mainActor", true),
      ("FactoryGroup<A> { group() }", "group", false),
      ("Factory<A?> { promised() }", "promise", false),
      ("FactoryKit.Factory<A> { FactoryKit.Factory(self) { A() } }", "factory", false),
      (
        "FactoryKitCore.Factory<A> { FactoryKitCore.Factory(self) { A() } }", "factory", false
      ),
      ("ParameterFactory<Int, A> { required() }", "promise", true),
    ])
  func kinds(_ declaration: String, _ kind: String, _ isParameterised: Bool) throws {
    let factory = try #require(
      graph("extension Container { var a: \(declaration) }").factories.first)
    #expect(factory.kind.rawValue == kind)
    #expect(factory.parameterised == isParameterised)
    #expect(factory.id == "App.Container.a")
    #expect(factory.type.hasPrefix("A"))
    #expect((factory.line, factory.column) == (1, 27))
  }

  @Test(
    "The scope is that of the definition",
    arguments: [
      ("", nil), (".cached", "cached"), (".shared.onTest { A() }", "shared"), (".graph", "graph"),
      (".singleton", "singleton"), (".unique", nil), (".scope(.session)", "session"),
      (".scope(Scope.session)", "session"), (".cached.singleton", "singleton"),
      (".onTest { A() }.cached.once()", "cached"), (".decorator { _ in cached }", nil),
    ])
  func scopes(_ modifiers: String, _ scope: String?) throws {
    let graph = graph("extension Container { var a: Factory<A> { self { A() }\(modifiers) } }")
    #expect(try #require(graph.factories.first).scope == scope)
  }

  @Test(
    "A scope in a clause of #if, or in one branch only, is unknown",
    arguments: [
      ("self { A() }\n#if DEBUG\n.cached\n#endif", "unknown"),
      ("self { A() }\n#if DEBUG\n.cached\n#else\n.singleton\n#endif", "unknown"),
      ("self { A() }\n#if DEBUG\n.onTest { A() }\n#endif\n.singleton", "singleton"),
      ("self { A() }\n#if DEBUG\n.cached\n#endif\n.singleton", "singleton"),
      ("self { A() }.cached\n#if DEBUG\n.onTest { A() }\n#endif", "cached"),
      ("#if DEBUG\nself { A() }.cached\n#else\nself { A() }\n#endif", "unknown"),
      ("#if DEBUG\nself { B() }.cached\n#else\nself { A() }.cached\n#endif", "cached"),
    ])
  func scopesOfBuilds(_ definition: String, _ scope: String?) throws {
    let graph = graph("extension Container {\nvar a: Factory<A> {\n\(definition)\n}\n}")
    #expect(try #require(graph.factories.first).scope == scope)
  }

  @Test("What a clause of #if adds to a definition is a part of it")
  func conditionalContext() throws {
    let graph = graph(
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> {
          self { B() }
            #if DEBUG
              .onTest { B(self.a()) }
            #endif
            .cached
        }
      }
      """)
    #expect(graph.factories.map(\.contexts) == [[], ["test"]])
  }

  @Test(
    "Contexts are those of the definition and of other code",
    arguments: [
      (".onTest { A() }.onPreview { A() }", "", ["preview", "test"]),
      (
        "", "container.a.onDebug { A() }.onSimulator { A() }.onDevice { A() }",
        ["debug", "device", "simulator"]
      ),
      (
        ".onArg(\"x\") { A() }", "container.a.onArgs([\"x\", \"y\"]) { A() }", ["arg(x)", "arg(y)"]
      ),
      (".context(.test, .arg(\"z\")) { A() }", "", ["arg(z)", "test"]),
      (".decorator { _ in }", "container.a.register { A() }", []),
    ])
  func contexts(_ modifiers: String, _ other: String, _ contexts: [String]) throws {
    let graph = graph(
      """
      extension Container { var a: Factory<A> { self { A() }\(modifiers) } }
      func f(_ container: Container) { \(other) }
      """)
    #expect(try #require(graph.factories.first).contexts == contexts)
  }

  @Test("Isolation is that of the property or of the type")
  func isolation() {
    let graph = graph(
      """
      extension Container {
        @MainActor var a: Factory<A> { self { A() } }
        var b: MainActorFactory<A> { self { A() } }
        @DatabaseActor var c: Factory<A> { self { A() } }
        var d: Factory<A> { self { A() } }
      }
      """)
    #expect(graph.factories.map(\.isolation) == ["MainActor", "MainActor", "DatabaseActor", nil])
  }

  @Test("An identifier has the module of the declaration, and the container's name")
  func identifiers() {
    let graph = graph([
      SourceModule(
        "Payments",
        files: [
          "P.swift": """
          public final class Payments: SharedContainer { @TaskLocal public static var shared = \
          Payments() }
          extension Container { public var a: Factory<A> { self { A() } } }
          """
        ]),
      SourceModule(
        "App", kind: .executable, dependencies: ["Payments"],
        files: [
          "main.swift": """
          extension Payments { var b: Factory<A> { self { A(Container.shared.a()) } } }
          extension SharedContainer { var everywhere: Factory<A> { self { A() } } }
          extension Container { var c: Factory<A> { self { A(self.everywhere()) } } }
          enum Screens { struct Home { @Injected(\\Payments.b) var b } }
          extension Screens.Home { func f() { Container.shared.c() } }
          Payments.shared.b.register { A() }
          """
        ]),
    ])
    #expect(
      graph.factories.map(\.id) == [
        "App.Container.c", "App.Payments.b", "App.SharedContainer.everywhere",
        "Payments.Container.a",
      ])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" } == [
        "App.Container.c construct App.SharedContainer.everywhere",
        "App.Payments.b construct Payments.Container.a",
        "type:App.Screens.Home resolve App.Container.c",
        "type:App.Screens.Home resolve App.Payments.b",
        "type:App.main register App.Payments.b",
      ])
    #expect(graph.containers.map(\.id).contains("Payments.Payments"))
  }

  @Test("A factory that is passed on stands in unresolved")
  func passedOn() {
    let graph = graph(
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var other: Factory<A> { a }
        var holder: Factory<B> { self { B(factory: self.a) } }
        var list: Factory<[A]> { self { [self.a].map { $0() } } }
      }
      func f(_ c: Container) {
        let a = c.a
        _ = a()
        g(c.a)
        try c.validate(\\.a)
      }
      """)
    #expect(graph.unresolved.map { "\($0.line):\($0.column)" } == ["4:51", "5:41", "10:7"])
    #expect(
      graph.unresolved.allSatisfy {
        $0.reason == "Container.a is passed on, so it is not known what code resolves it"
      })
  }

  @Test("What is not known stands in unresolved, and is no edge")
  func unresolved() {
    let graph = graph(
      """
      extension Container { var a: Factory<A> { self { A() } } }
      func f() {
        environment.container.a.register { A() }
        let a = model.a
        view.a()
      }
      """)
    #expect(graph.unresolved.map { "\($0.line):\($0.column)" } == ["3:25"])
    #expect(graph.unresolved.allSatisfy { !$0.reason.isEmpty })
    #expect(graph.edges.isEmpty)
  }

  @Test("Files without FactoryKit have no factories")
  func otherLibrary() {
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "A.swift": "import Swinject\nextension Container { var a: Factory<A> { self { A() } } }"
        ])
    ])
    #expect(program.graph.factories.isEmpty)
  }

  @Test("Factories of 1.x are static properties")
  func first() {
    let graph = graph(
      """
      import Factory
      extension Container {
        static let a = Factory(scope: .singleton) { A() as B }
        static let b = Factory<C> { C(a()) }
      }
      final class Screen { @Injected(Container.a) var a }
      func f() { Container.b.register { D() } }
      """)
    #expect(graph.factories.map(\.id) == ["App.Container.a", "App.Container.b"])
    #expect(graph.factories.map(\.scope) == ["singleton", nil])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" } == [
        "App.Container.b construct App.Container.a",
        "type:App.Screen resolve App.Container.a",
        "type:App.main register App.Container.b",
      ])
  }

  @Test("A file that imports Factory may have the factories of 2.x, whose module was called so")
  func second() {
    let graph = graph(
      """
      import Factory
      extension Container {
        static var a: Factory<A> { Factory(shared) { A() } }
        static let b = Factory(shared) { B() }
        var c: Factory<C> { self { C() } }
      }
      """)
    #expect(graph.factories.map(\.name) == ["a", "b", "c"])
    #expect(graph.unresolved.isEmpty)
  }
}
