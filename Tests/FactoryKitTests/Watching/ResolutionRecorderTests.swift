// Factory, MIT licence; see LICENSE
//
// The graph that a run is recorded as.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

/// What the tests read of the graph.
private struct Graph: Decodable {
  struct Container: Decodable {
    let id: String
    let module: String?
  }
  struct Factory: Decodable {
    let id, container, name, type, kind: String
    let scope: String?
    let parameterised: Bool
    let contexts: [String]
  }
  struct Edge: Decodable {
    let from, to, kind: String
  }
  struct Gap: Decodable {
    let reason: String
  }
  let version: Int
  let containers: [Container]
  let factories: [Factory]
  let edges: [Edge]
  let unresolved: [Gap]

  func factory(_ name: String) -> Factory? { factories.first { $0.name == name } }
}

extension WatchedContainer {
  fileprivate func shape<Shape>(_: Shape.Type) -> Factory<[Shape]> { self { [] } }
  fileprivate var quoted: Factory<Int> { self(key: "a \"b\" \\ c\n\u{1F}é") { 1 } }
}

@Suite("Resolution recorder", .container) struct ResolutionRecorderTests {
  private let container = WatchedContainer()
  private let prefix = "FactoryKitFeatureTests.WatchedContainer"

  private func json(
    of container: (any ManagedContainer)? = nil, _ body: () throws -> Void
  ) rethrows -> String {
    let recorder = ResolutionRecorder()
    let watch = (container ?? self.container).manager.watch { recorder.record($0) }
    defer { watch.cancel() }
    try body()
    return recorder.json()
  }

  private func graph(_ json: String) throws -> Graph {
    try JSONDecoder().decode(Graph.self, from: Data(json.utf8))
  }

  private func graph(of body: () throws -> Void) throws -> Graph { try graph(json(body)) }

  @Test("A recorder without events writes an empty graph, word for word")
  func empty() {
    #expect(
      ResolutionRecorder().json() == """
        {
          "version": 1,
          "containers": [],
          "factories": [],
          "edges": [],
          "unresolved": []
        }

        """)
  }

  @Test("A graph is written word for word as documented")
  func wordForWord() {
    let text = json { _ = container.middle() }
    let file = "FactoryKitFeatureTests/WatchedContainer.swift"
    let gap = "resolved by code that no factory builds; a run does not know it"
    let (middleLine, unscopedLine) = (WatchedContainer.middleLine, WatchedContainer.unscopedLine)
    func factory(_ name: String, _ line: Int) -> String {
      """
      {"id": "\(prefix).\(name)", "container": "\(prefix)", "name": "\(name)", \
      "type": "FactoryKitTestSupport.TestService", "kind": "factory", "scope": null, \
      "parameterised": false, "contexts": [], "isolation": null, "path": "\(file)", \
      "line": \(line), "column": null}
      """
    }
    #expect(
      text == """
        {
          "version": 1,
          "containers": [
            {"id": "\(prefix)", "name": "WatchedContainer", "module": "FactoryKitFeatureTests", \
        "path": null, "line": null}
          ],
          "factories": [
            \(factory("middle", middleLine)),
            \(factory("unscoped", unscopedLine))
          ],
          "edges": [
            {"from": "\(prefix).middle", "to": "\(prefix).unscoped", "kind": "construct", \
        "path": null, "line": null}
          ],
          "unresolved": [
            {"path": "\(file)", "line": \(middleLine), "column": null, \
        "reason": "\(prefix).middle: \(gap)"}
          ]
        }

        """)
  }

  @Test("Factories and edges that occur repeatedly are recorded once")
  func repeated() throws {
    let graph = try graph { for _ in 0..<3 { _ = container.outer() } }
    #expect(graph.version == 1)
    #expect(graph.factories.map(\.name) == ["cached", "middle", "outer", "unscoped"])
    #expect(
      graph.edges.map { "\($0.from) \($0.to)" } == [
        "\(prefix).middle \(prefix).unscoped", "\(prefix).outer \(prefix).cached",
        "\(prefix).outer \(prefix).middle",
      ])
    #expect(graph.edges.allSatisfy { $0.kind == "construct" })
  }

  @Test("The graph has each factory's scope")
  func scopes() throws {
    let graph = try graph {
      for factory in [
        container.unscoped, container.cached, container.singleton, container.shared,
        container.graph, container.session,
      ] {
        _ = factory()
        _ = factory()
      }
      container.manager.defaultScope = .cached
      _ = container.plain()
    }
    let scopes = Dictionary(uniqueKeysWithValues: graph.factories.map { ($0.name, $0.scope) })
    #expect(
      scopes == [
        "unscoped": nil, "cached": "cached", "singleton": "singleton", "shared": "shared",
        "graph": "graph", "session": "cached", "plain": "cached",
      ])
    #expect(
      graph.unresolved.map(\.reason).contains(
        "\(prefix).session: has a custom scope that works like cached; a run does not know its name"
      ))
  }

  @Test("The scope is recorded even if all instances are cached already")
  func scopesOfHits() throws {
    _ = container.cached()
    let graph = try graph { _ = container.cached() }
    #expect(graph.factory("cached")?.scope == "cached")
  }

  @Test("The graph has each factory's kind and type")
  func kinds() async throws {
    let recorder = ResolutionRecorder()
    let watch = container.manager.watch { recorder.record($0) }
    container.needed.register { WatchedServiceStub() }
    _ = container.plain()
    _ = container.number(1)
    _ = try container.throwing()
    _ = await container.asyncNumber(1)
    _ = container.needed()
    watch.cancel()
    let graph = try graph(recorder.json())
    let kinds = graph.factories.map { "\($0.name) \($0.kind) \($0.type) \($0.parameterised)" }
    #expect(
      kinds == [
        "asyncNumber async Swift.Int true",
        "needed promise FactoryKitFeatureTests.WatchedService false",
        "number parameter Swift.Int true", "plain factory Swift.Int false",
        "throwing throwing Swift.Int false",
      ])
  }

  @Test("The contexts whose closures were used are recorded")
  func contexts() throws {
    FactoryContext.setArg("watching-context", forKey: "recording")
    defer { FactoryContext.removeArg(forKey: "recording") }
    let graph = try graph {
      _ = container.inContext()
      _ = container.inContext()
      _ = container.unscoped()
    }
    #expect(graph.factory("inContext")?.contexts == ["arg(\"watching-context\")"])
    #expect(graph.factory("unscoped")?.contexts == [])
  }

  @Test("A resolution by a decorator is an edge of the kind resolve")
  func decorator() throws {
    let graph = try graph { _ = container.decorated() }
    #expect(graph.edges.map(\.kind) == ["resolve"])
  }

  @Test("A factory of another container around a resolution is in the graph, without a scope")
  func otherContainer() throws {
    let text = WatchedContainer.$shared.withValue(container) {
      json { _ = OtherWatchedContainer.shared.entering() }
    }
    let graph = try graph(text)
    let other = "FactoryKitFeatureTests.OtherWatchedContainer"
    #expect(graph.containers.map(\.id) == [other, prefix])
    #expect(graph.edges.map(\.from) == ["\(other).entering"])
    #expect(graph.factory("entering")?.scope == nil)
    #expect(
      graph.unresolved.map(\.reason) == [
        "\(other).entering: its own resolution was not recorded, so its scope is unknown"
      ])
  }

  @Test("The id of a factory that another module declares for a container starts with that module")
  func declaringModule() throws {
    let graph = try graph(json(of: Container.shared) { _ = Container.shared.recordedHere() })
    #expect(graph.factories.map(\.id) == ["FactoryKitFeatureTests.Container.recordedHere"])
    #expect(graph.factories.map(\.container) == ["FactoryKit.Container"])
    #expect(graph.containers.map(\.module) == ["FactoryKit"])
  }

  @Test("Factories of one name and several types have the type in their id")
  func overloads() throws {
    let graph = try graph {
      _ = container.shape(Int.self)()
      _ = container.shape(String.self)()
    }
    #expect(
      graph.factories.map(\.id) == [
        "\(prefix).shape(_:)<Swift.Array<Swift.Int>>",
        "\(prefix).shape(_:)<Swift.Array<Swift.String>>",
      ])
  }

  @Test("Factories of one name and type have the file in their id")
  func files() throws {
    let graph = try graph {
      _ = container.alike()
      container.resolveAlikeElsewhere()
    }
    #expect(
      graph.factories.map(\.id) == [
        "\(prefix).alike(ResolutionRecorderTests)", "\(prefix).alike(SameIdFactories)",
      ])
  }

  @Test("Factories of one name and type in one file have the line in their id")
  func lines() throws {
    let graph = try graph { container.resolveTwice() }
    #expect(
      graph.factories.map(\.id) == [
        "\(prefix).twice(SameIdFactories:\(WatchedContainer.twiceLine))",
        "\(prefix).twice(SameIdFactories:\(WatchedContainer.twiceLine + 1))",
      ])
  }

  @Test("Names with quotation marks and control characters are escaped")
  func escaping() throws {
    let graph = try graph { _ = container.quoted() }
    #expect(graph.factories.map(\.name) == ["a \"b\" \\ c\n\u{1F}é"])
  }

  @Test("The function that a wrapper injects for a parameter factory is not recorded itself")
  func functions() throws {
    struct Owner {
      @Injected(\.recordedNumber) var number: (Int) -> Int
    }
    let recorder = ResolutionRecorder()
    let watch = Container.shared.manager.watch { recorder.record($0) }
    let owner = Owner()
    #expect(try graph(recorder.json()).factories.isEmpty)
    _ = owner.number(1)
    watch.cancel()
    #expect(try graph(recorder.json()).factories.map(\.type) == ["Swift.Int"])
  }

  @Test("Events of many containers of one type take no memory for each of them")
  func manyContainers() throws {
    let recorder = ResolutionRecorder()
    for _ in 0..<100 {
      let container = WatchedContainer()
      let watch = container.manager.watch { recorder.record($0) }
      _ = container.middle()
      watch.cancel()
    }
    let graph = try graph(recorder.json())
    #expect(graph.factories.count == 2)
    #expect(graph.edges.count == 1)
  }

  @Test("Several threads may record and write at the same time")
  func threads() throws {
    let recorder = ResolutionRecorder()
    let watch = container.manager.watch(recorder.record)
    let graphs = onThreads(4) { [container] index in
      for _ in 0..<50 {
        _ = container.outer()
        _ = container.numbers(index)
      }
      return recorder.json()
    }
    watch.cancel()
    for text in graphs { _ = try graph(text) }
    #expect(try graph(recorder.json()).factories.count == 5)
  }
}

extension Container {
  fileprivate var recordedHere: Factory<Int> { self { 1 } }
  fileprivate var recordedNumber: ParameterFactory<Int, Int> { self { $0 } }
}

extension WatchedContainer {
  fileprivate var alike: Factory<TestService> { self { TestService() } }
}
