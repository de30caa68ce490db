// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

/// Factories of one name in several clauses of `#if`. A name means the one of the build.
@Suite("Factories of which a build has one")
struct AlternativeTests {
  private static let promise = """
    extension Container {
      #if DEBUG
        var a: Factory<A> { self { A() } }
      #else
        var a: Factory<A> { required() }
      #endif
    }

    """

  @Test(
    "A registration is one of each of them",
    arguments: [
      ("Container.shared.a.register { A() }", true),
      ("#if !DEBUG\nContainer.shared.a.register { A() }\n#endif", true),
      ("#if DEBUG\nContainer.shared.a.register { A() }\n#endif", false),
      ("Container.shared.a()", false),
    ])
  func registration(_ code: String, isRegistered: Bool) {
    let source = "func f() {\n\(code)\n}\nlet a = { f(); return Container.shared.a() }\n"
    let found = findings("promise-unregistered", Self.promise + source)
    #expect(found.isEmpty == isRegistered)
  }

  @Test("The promise of a build is registered where the other factory is")
  func promises() {
    let source = Self.promise + "func f() { Container.shared.a.register { A() } }\n"
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable, files: ["A.swift": "import FactoryKit\n" + source])
    ])
    #expect(Promises(program).all.map(\.registrations) == [["A.swift:9"]])
  }

  @Test(
    "What one of them needs is reached if the name is",
    arguments: [
      "#if os(iOS)\nvar a: Factory<A> { self { A() } }\n#else\nvar a: Factory<A> { self { A(self.b()) } }\n#endif",
      "#if os(iOS)\nvar a: Factory<A> { self { A() } }\n#elseif os(macOS)\nvar a: Factory<A> { self { A(1) } }\n"
        + "#else\nvar a: Factory<A> { self { A(self.b()) } }\n#endif",
      "#if os(iOS)\nvar a: Factory<A> { self { A() } }\n#endif\n"
        + "#if os(macOS)\nvar a: Factory<A> { self { A(self.b()) } }\n#endif",
    ])
  func reached(_ declarations: String) {
    let source = """
      extension Container {
        \(declarations)
        var b: Factory<B> { self { B() } }
      }
      @main struct Main { static func main() { print(Container.shared.a()) } }
      """
    #expect(findings("unused-factory", source).isEmpty)
  }

  @Test("Without a use of the name, none of them is reached")
  func unreached() {
    let source =
      Self.promise + """
        extension Container { var c: Factory<C> { self { C(self.a()) } } }
        """
    let found = found("unused-factory", ["Source.swift": source])
    #expect(found.map(\.notes.count) == [2])
  }
}
