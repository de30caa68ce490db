// Factory, MIT licence; see LICENSE
//
// A difference that random programs have found: `timeToLive` and the graph scope in asynchronous
// resolutions.
import FactoryKit
import FactoryTestSupport
import Testing

@Suite("The graph scope and the time to live")
struct GraphTimeToLive {
  @Test("An asynchronous resolution shares an instance of the graph scope however long it takes")
  func asynchronous() async {
    let container = GraphContainer()
    let (first, second) = await container.pair()
    #expect(first === second)
  }
}

private final class GraphPart: Sendable {}

private final class GraphContainer: ManagedContainer, Sendable {
  let manager = ContainerManager()
  private let clock = ManualClock()

  init() {
    manager.clock = clock.reading
  }

  var part: Factory<GraphPart> { self { GraphPart() }.graph.timeToLive(60) }
  var pair: AsyncFactory<(GraphPart, GraphPart), Never> {
    self { () async in
      let first = self.part()
      self.clock.advance(seconds: 61)
      return (first, self.part())
    }
  }
}
