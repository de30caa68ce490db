// Factory, MIT licence; see LICENSE
//
// A singleton finds an instance of the graph scope at the moment in which another thread finishes it.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class GraphPart: Sendable {
  let name: String
  let part: GraphPart?

  init(_ name: String, _ part: GraphPart? = nil) {
    self.name = name
    self.part = part
  }
}

private final class GraphTreeContainer: SharedContainer {
  @TaskLocal static var shared = GraphTreeContainer()
  let manager: ContainerManager
  let leafHasBegun = Gate()

  init() { manager = ContainerManager() }
  init(parent: GraphTreeContainer) { manager = ContainerManager(childOf: parent) }

  var user: Factory<GraphPart> { self { GraphPart("definition") } }
  var leaf: Factory<GraphPart> {
    self {
      self.leafHasBegun.open()
      return GraphPart("leaf", self.user())
    }.graph
  }
  var single: Factory<GraphPart> { self { GraphPart("single", self.leaf()) }.singleton }

  /// What `single` returns on one thread of a tree, while another one builds `leaf`.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func singleOfTree() async -> GraphPart {
    let factory = AsyncFactory<GraphPart, Never>(self, key: "CaptiveGraphRaces.tree") {
      async let leaf = withTaskExecutorPreference(TaskThread()) { self.leaf() }
      async let single = withTaskExecutorPreference(TaskThread()) {
        self.leafHasBegun.wait()
        return self.single()
      }
      return await (leaf, single).1
    }
    return await factory()
  }
}

@Suite("Captive dependencies and graphs of several threads", .container, .oneAtATime)
struct CaptiveGraphRaces {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton that finds a graph instance as it is finished is captive")
  func racing() async {
    let log = ExpectedLines(containing: "GraphTreeContainer.single<")
    let parent = GraphTreeContainer()
    for _ in 0..<Effort.scaled(300) {
      let child = GraphTreeContainer(parent: parent)
      child.user.register { GraphPart("child") }
      let single = await child.singleOfTree()
      #expect(single.part?.part?.name == "child")
      #expect(parent.single() !== single)
      parent.single.reset()
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("FactoryKit: captive dependency") == true)
  }
}
