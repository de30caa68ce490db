// Factory, MIT licence; see LICENSE
//
// The behaviour of `.graph`: one instance for each resolution cycle.
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol IDProviding: AnyObject, Sendable {}
private protocol ValueProviding: AnyObject, Sendable {}
private final class CommonImpl: IDProviding, ValueProviding {}

// The guide's example.
private final class Consumer {
  @Injected(\.idProvider) var ids
  @Injected(\.valueProvider) var values
}

extension Container {
  fileprivate var consumer: Factory<Consumer> { self { Consumer() } }
  fileprivate var idProvider: Factory<any IDProviding> { self { self.commonImpl() } }
  fileprivate var valueProvider: Factory<any ValueProviding> { self { self.commonImpl() } }
  private var commonImpl: Factory<any IDProviding & ValueProviding> {
    self { CommonImpl() }.graph
  }
}

private final class Part: Sendable {}

private final class GraphContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension Scope {
  fileprivate static let screen = Graph()
}

extension GraphContainer {
  var node: Factory<Part> { self { Part() }.graph }
  var custom: Factory<Part> { self { Part() }.scope(.screen) }
  var byNumber: ParameterFactory<Int, Part> { self { _ in Part() }.graph }
  var byEachNumber: ParameterFactory<Int, Part> { self { _ in Part() }.scopeOnParameters.graph }
  var nodes: Factory<[Part]> { self { [self.node(), self.node()] } }
  var customs: Factory<[Part]> { self { [self.custom(), self.custom()] } }

  /// Runs `body` in a resolution cycle.
  func inCycle<T>(_ body: @escaping () -> T) -> T { self(body)() }
}

@Suite("Graph scope", .container) struct GraphScopeTests {
  private let container = GraphContainer()

  @Test("The guide's consumer gets one object for both of its protocols")
  func guide() {
    let consumer = Container.shared.consumer()
    #expect(consumer.ids as AnyObject === consumer.values as AnyObject)
  }

  @Test("A consumer that is created without a factory starts two cycles and gets two objects")
  func madeByHand() {
    let consumer = Consumer()
    #expect(consumer.ids as AnyObject !== consumer.values as AnyObject)
  }

  @Test("One root gets one instance, however deep it is needed, and another root another one")
  func roots() {
    let parts = container.inCycle { [container] in [container.node()] + container.nodes() }
    #expect(parts[0] === parts[1])
    #expect(parts[0] === parts[2])
    #expect(container.nodes()[0] !== container.nodes()[0])
  }

  @Test("Two containers in one cycle keep an instance each")
  func perContainer() {
    let (container, other) = (container, GraphContainer())
    let pair = container.inCycle { (container.node(), other.node()) }
    #expect(pair.0 !== pair.1)
  }

  @Test("A cycle that leads through another container is one cycle")
  func throughOther() {
    let (container, other) = (container, GraphContainer())
    let pair = container.inCycle { (container.node(), other.inCycle { container.nodes()[0] }) }
    #expect(pair.0 === pair.1)
  }

  @Test("A custom Graph scope works like the built-in one")
  func custom() {
    let pair = container.customs()
    #expect(pair[0] === pair[1])
    #expect(container.custom() !== container.custom())
  }

  @Test("A graph factory with a parameter keeps the first for the cycle")
  func parameter() {
    let pair = container.inCycle { [container] in (container.byNumber(1), container.byNumber(2)) }
    #expect(pair.0 === pair.1)
  }

  // With more instances than are searched linearly.
  @Test("A graph factory scoped on its parameters keeps one for each in the cycle")
  func eachParameter() {
    func parts() -> [[Part]] {
      container.inCycle { [container] in
        (0..<2).map { _ in (0..<100).map { container.byEachNumber($0) } }
      }
    }
    let (first, second) = (parts(), parts())
    #expect(zip(first[0], first[1]).allSatisfy { $0 === $1 })
    #expect(Set(first[0].map(ObjectIdentifier.init)).count == 100)
    #expect(zip(first[0], second[0]).allSatisfy { $0 !== $1 })
  }

  @Test("A nil result is not cached for the cycle")
  func nothing() {
    let (container, count) = (container, Counter())
    container.inCycle {
      for _ in 0..<2 {
        let nothing = Factory<Part?>(container) {
          count.increment()
          return nil
        }.graph
        #expect(nothing() == nil)
      }
    }
    #expect(count.value == 2)
  }

  @Test("A reset of the graph scope applies to the rest of the cycle")
  func reset() {
    let container = container
    container.inCycle {
      let first = container.node()
      container.manager.reset(scope: .graph)
      #expect(container.node() !== first)
    }
  }

  @Test("A registration applies to the rest of the cycle")
  func register() {
    let (container, registered) = (container, Part())
    container.inCycle {
      _ = container.node()
      container.node.register { registered }
      #expect(container.node() === registered)
    }
  }

  @Test("The cycle does not keep its instances after its end")
  func released() {
    weak let node = container.nodes()[0]
    #expect(node == nil)
  }

  @Test("A container that is released during a cycle leaves no instance to the next container")
  func passingContainers() {
    let ids = LockedArray<Part>()
    container.inCycle { for _ in 0..<100 { ids.append(GraphContainer().node()) } }
    #expect(Set(ids.elements.map(ObjectIdentifier.init)).count == 100)
  }

  @Test("A lazy dependency resolved after the cycle starts another one")
  func lazy() {
    final class LazyConsumer {
      @Injected(\.idProvider) var ids
      @LazyInjected(\.valueProvider) var values
    }
    let late = Factory(Container.shared) { LazyConsumer() }()
    #expect(late.ids as AnyObject !== late.values as AnyObject)
  }
}
