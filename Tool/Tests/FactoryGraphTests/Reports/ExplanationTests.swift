// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("What explain says of a factory")
struct ExplanationTests {
  private func program(_ source: String) -> Program {
    Program(modules: [
      SourceModule("App", kind: .executable, files: ["A.swift": "import FactoryKit\n" + source])
    ])
  }

  @Test("The lifetime is said with what sets it")
  func lifetime() {
    let program = program(
      "extension Container { var a: Factory<A> { self { A() }.cached }\n"
        + "var b: Factory<A> { self { A() } } }")
    #expect(
      Explanation(of: "a", in: program).text().contains("  lifetime: cached, by its definition\n"))
    #expect(
      Explanation(of: "b", in: program).text()
        .contains("  lifetime: none, a new instance each time\n"))
  }

  @Test(
    "A default scope is said with its container",
    arguments: [
      (
        Explanation.Lifetime(scope: "singleton", defaultOf: "SessionContainer"),
        "singleton, by default of SessionContainer"
      ),
      (
        Explanation.Lifetime(scope: "unknown", defaultOf: "Container"),
        "unknown: the default scope of Container is set in several ways, or by code that cannot be "
          + "read"
      ),
    ])
  func defaults(lifetime: Explanation.Lifetime, text: String) {
    #expect(lifetime.text == text)
  }

  @Test("Chains from code to the factory are listed, the shortest first")
  func chains() {
    let program = program(
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A(self.a()) } }
        var c: Factory<A> { self { A(self.b()) } }
      }
      final class Long { let c = Container.shared.c() }
      final class Short { let b = Container.shared.b() }
      final class Direct { let a = Container.shared.a() }
      """)
    let explanation = Explanation(of: "a", in: program)
    #expect(
      explanation.factories[0].chains == [
        ["type:App.Short", "App.Container.b", "App.Container.a"],
        ["type:App.Long", "App.Container.c", "App.Container.b", "App.Container.a"],
      ])
    #expect(
      explanation.text().contains(
        "  reached by:\n    type:App.Short → App.Container.b → App.Container.a\n"))
  }

  @Test("The text fits on a screen, and the JSON has everything")
  func screen() {
    let users = (0..<50).map { "final class U\($0) { let a = Container.shared.a() }" }
    let program = program(
      "extension Container { var a: Factory<A> { self { A() } } }\n"
        + users.joined(separator: "\n"))
    let explanation = Explanation(of: "a", in: program)
    let lines = explanation.text().split(separator: "\n")
    #expect(lines.count <= 24)
    #expect(lines.contains { $0.hasPrefix("    … and ") && $0.hasSuffix(" more") })
    #expect(explanation.json().contains("type:App.U49"))
  }

  @Test("A name of several factories lists one line for each, with the words to ask for it")
  func names() {
    let file =
      "import FactoryKit\nextension Container { public var a: Factory<A> { self { A() } } }"
    let program = Program(
      modules: ["App", "Kit"].map {
        SourceModule($0, kind: .executable, files: ["\($0)/A.swift": file])
      })
    #expect(
      Explanation(of: "a", in: program).text(arguments: ["My App"]) == """
        App.Container.a: factory of A, App/A.swift:2:34; factory explain App.Container.a 'My App'
        Kit.Container.a: factory of A, Kit/A.swift:2:34; factory explain Kit.Container.a 'My App'

        """)
    #expect(Explanation(of: "Kit.Container.a", in: program).factories.count == 1)
  }

  @Test("The words that ask for one of two declarations are quoted, and find it")
  func quoted() {
    let program = program(
      "extension Container {\n#if A\nvar a: Factory<A> { self { A() } }\n#else\n"
        + "var a: Factory<A> { self { B() } }\n#endif\n}")
    let lines = Explanation(of: "a", in: program).text().split(separator: "\n")
    #expect(
      lines.map { $0.suffix(40) } == [
        "; factory explain 'App.Container.a(A:4)'", "; factory explain 'App.Container.a(A:6)'",
      ])
    #expect(Explanation(of: "App.Container.a(A:6)", in: program).factories.map(\.line) == [6])
  }

  @Test("A function of a library is called by its name, and code of a program main")
  func functions() {
    let file = """
      import FactoryKit
      func load() { _ = Container.shared.a() }
      public extension Container { var a: Factory<A> { self { A() } } }
      """
    for (kind, name) in [(ModuleKind.library, "load()"), (.executable, "main")] {
      let program = Program(modules: [SourceModule("One", kind: kind, files: ["A.swift": file])])
      #expect(
        Explanation(of: "a", in: program).text().contains("  needed by:\n    type:One.\(name) ("))
    }
  }
}
