// Factory, MIT licence; see LICENSE
//
// A singleton needs an instance of the graph scope at the moment in which another thread finishes that of a child.
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

  /// What `leaf` and `single` return on two threads of a tree, at the same time.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func tree() async -> (leaf: GraphPart, single: GraphPart) {
    let factory = AsyncFactory<(leaf: GraphPart, single: GraphPart), Never>(
      self, key: "GraphOwnerRaces.tree"
    ) {
      async let leaf = withTaskExecutorPreference(TaskThread()) { self.leaf() }
      async let single = withTaskExecutorPreference(TaskThread()) {
        self.leafHasBegun.wait()
        return self.single()
      }
      return await (leaf, single)
    }
    return await factory()
  }
}

@Suite("Graphs of a child and its parent on several threads", .container, .oneAtATime)
struct GraphOwnerRaces {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton does not take a graph instance of the child that asks for it")
  func racing() async {
    let log = ExpectedLines(containing: "GraphTreeContainer.leaf<")
    let parent = GraphTreeContainer()
    for _ in 0..<Effort.scaled(300) {
      let child = GraphTreeContainer(parent: parent)
      child.user.register { GraphPart("child") }
      let (leaf, single) = await child.tree()
      #expect(leaf.part?.name == "child")
      #expect(single.part?.part?.name == "definition")
      #expect(single.part !== leaf)
      #expect(parent.single() === single)
      parent.single.reset()
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("FactoryKit: passed over: ") == true)
  }
}
