// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

/// The graph of a program of one executable target.
func graph(_ files: [String: String]) -> Graph {
  var files = files
  files["Import.swift"] = "import FactoryKit\n"
  return Program(modules: [SourceModule("App", kind: .executable, files: files)]).graph
}

func graph(_ source: String) -> Graph { graph(["Source.swift": source]) }

@Suite("Identifiers of the graph")
struct IdentifierTests {
  @Test("Declarations of one name in two files have the files' names")
  func files() {
    let text = "extension Container { private var a: Factory<A> { self { A() } } }"
    let use = "\nfunc f() { Container.shared.a() }"
    let graph = graph(["One.swift": text, "Two.swift": text + use])
    #expect(graph.factories.map(\.id) == ["App.Container.a(One)", "App.Container.a(Two)"])
    #expect(graph.edges.map(\.to) == ["App.Container.a(Two)"])
    #expect(graph.factories.allSatisfy { $0.isNamed("App.Container.a") && $0.isNamed("a") })
  }

  @Test("Files of one name have the names of their folders")
  func paths() {
    let text = "extension Container { private var a: Factory<A> { self { A() } } }"
    #expect(
      graph(["One/A.swift": text, "Two/A.swift": text]).factories.map(\.id) == [
        "App.Container.a(One/A)", "App.Container.a(Two/A)",
      ])
  }

  @Test("Alternatives in one file have their lines")
  func alternatives() {
    let graph = graph(
      """
      extension Container {
        #if DEBUG
          var a: Factory<A> { self { A() } }
        #else
          var a: Factory<A> { self { B() } }
        #endif
      }
      """)
    #expect(
      graph.factories.map(\.id) == ["App.Container.a(Source:3)", "App.Container.a(Source:5)"])
  }

  @Test("Private containers of one name have the files' names")
  func containers() {
    let text = "private final class Local: SharedContainer { var a: Factory<A> { self { A() } } }"
    let graph = graph(["One.swift": text, "Two.swift": text])
    #expect(
      graph.containers.map(\.id).filter { $0.hasPrefix("App.Local") } == [
        "App.Local(One)", "App.Local(Two)",
      ])
    #expect(Set(graph.factories.map(\.id)).count == 2)
  }
}
