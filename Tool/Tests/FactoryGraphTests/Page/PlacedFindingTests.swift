// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Where findings are in the graph")
struct PlacedFindingTests {
  /// The findings of one rule, each as `line [nodes]`.
  private func placed(_ rule: String, _ files: [String: String]) -> [String] {
    var files = files
    files["Import.swift"] = "import FactoryKit\n"
    let program = Program(modules: [SourceModule("App", kind: .executable, files: files)])
    return program.graph.placed(Checker().findings(program), in: program)
      .filter { $0.rule == rule }.map { "\($0.line) \($0.nodes)" }
  }

  @Test("A finding is at the factory whose declaration has it, also in a later line")
  func declaration() {
    #expect(
      placed(
        "container-shared-inside",
        [
          "A.swift": """
          extension Container {
            var a: Factory<Int> {
              self {
                Container.shared.b()
              }
            }
            var b: Factory<Int> { self { 2 } }
          }
          print(Container.shared.a())
          """
        ]) == ["4 [\"App.Container.a\"]"])
  }

  @Test("A finding in the type that a factory builds is at the factory")
  func builtType() {
    #expect(
      placed(
        "captive-lifetime",
        [
          "A.swift": """
          extension Container {
            var service: Factory<Service> { self { Service() }.singleton }
            var session: Factory<Session> { self { Session() }.scope(.session) }
          }
          final class Service {
            @Injected(\\.session) var session
          }
          final class Session {}
          extension Scope { static let session = Cached() }
          print(Container.shared.service())
          """
        ]) == ["6 [\"App.Container.service\"]"])
  }

  @Test("A finding at a registration is at the factory that is registered")
  func registration() {
    #expect(
      placed(
        "registered-twice",
        [
          "main.swift": """
          extension Container { var a: Factory<Int> { self { 1 } } }
          Container.shared.a.register { 2 }
          Container.shared.a.register { 3 }
          print(Container.shared.a())
          """
        ]) == ["3 [\"App.Container.a\"]"])
  }

  @Test("A finding about a container is at no factory")
  func container() {
    #expect(
      placed(
        "container-not-final",
        [
          "A.swift": """
          class Stores: SharedContainer {
            @TaskLocal static var shared = Stores()
            let manager = ContainerManager()
          }
          """
        ]) == ["1 []"])
  }

  @Test("A factory outside of the graph is not named")
  func part() {
    let source = """
      import FactoryKit
      extension Container {
        var a: Factory<Int> { self { 1 } }
        var b: Factory<Int> { self { 2 } }
      }
      """
    let program = Program(modules: [
      SourceModule("App", kind: .executable, files: ["A.swift": source])
    ])
    let found = Checker().findings(program)
    let graph = program.graph
    #expect(
      graph.placed(found, in: program).map(\.nodes)
        == [["App.Container.a"], ["App.Container.b"]])
    #expect(
      graph.filtered(roots: ["b"]).placed(found, in: program).map(\.nodes)
        == [[], ["App.Container.b"]])
  }

  @Test("One finding for several places is at the factories of all")
  func group() {
    #expect(
      placed(
        "captured-container",
        [
          "A.swift": """
          extension Container: AutoRegistering {
            func autoRegister() {
              a.register { self.c() }
              b.register { self.c() }
            }
            var a: Factory<Int> { self { 1 } }
            var b: Factory<Int> { self { 2 } }
            var c: Factory<Int> { self { 3 } }
          }
          print(Container.shared.a(), Container.shared.b())
          """
        ]) == ["3 [\"App.Container.a\", \"App.Container.b\"]"])
  }
}
