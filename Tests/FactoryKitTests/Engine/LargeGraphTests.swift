// Factory, MIT licence; see LICENSE
//
// A resolution cycle with more instances than are searched linearly.
import FactoryTesting
import Testing

private final class Part {}

private final class GraphContainer: SharedContainer {
  @TaskLocal static var shared = GraphContainer()
  let manager = ContainerManager()

  var part: ParameterFactory<Int, Part> { self { _ in Part() }.scopeOnParameters.graph }
  var whole: Factory<[[Part]]> {
    self { (0..<2).map { _ in (0..<100).map { self.part($0) } } }
  }
}

@Suite("A large graph") struct LargeGraphTests {
  @Test("Each of many instances is created once in a cycle, and again in the next")
  func once() {
    let container = GraphContainer()
    let first = container.whole()
    #expect(zip(first[0], first[1]).allSatisfy { $0 === $1 })
    #expect(Set(first[0].map(ObjectIdentifier.init)).count == 100)
    let second = container.whole()
    #expect(zip(first[0], second[0]).allSatisfy { $0 !== $1 })
  }
}
