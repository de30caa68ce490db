// Factory, MIT licence; see LICENSE
//
// The behaviour of `.graph`: one instance for each resolution cycle.
import FactoryKitTestSupport
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

private struct Pair<T: Sendable>: Sendable {
  let first: T
  let second: T
}

private final class GraphContainer: ManagedContainer {
  let manager = ContainerManager()
  let other: GraphContainer?
  let count = Counter()

  init(other: GraphContainer? = nil) {
    self.other = other
  }
}

extension Scope {
  fileprivate static let screen = Graph()
}

extension GraphContainer {
  var node: Factory<TestService> { self { TestService() }.graph }
  var secondNode: Factory<TestService> { self { TestService() }.graph }
  var custom: Factory<TestService> { self { TestService() }.scope(.screen) }
  var value: Factory<Int> { self { self.count.increment() }.graph }
  var nothing: Factory<TestService?> {
    self {
      self.count.increment()
      return nil
    }.graph
  }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.graph }
  var byEachNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.graph
  }

  var nodes: Factory<Pair<TestService>> { self { Pair(first: self.node(), second: self.node()) } }
  var deeper: Factory<Pair<TestService>> {
    self { Pair(first: self.node(), second: self.nodes().second) }
  }
  var distinct: Factory<Pair<TestService>> {
    self { Pair(first: self.node(), second: self.secondNode()) }
  }
  var customs: Factory<Pair<TestService>> {
    self { Pair(first: self.custom(), second: self.custom()) }
  }
  var values: Factory<Pair<Int>> { self { Pair(first: self.value(), second: self.value()) } }
  var twoContainers: Factory<Pair<TestService>> {
    self { Pair(first: self.node(), second: self.other!.node()) }
  }
  var throughOther: Factory<Pair<TestService>> {
    self { Pair(first: self.node(), second: self.other!.back(to: self)().first) }
  }
  func back(to container: GraphContainer) -> Factory<Pair<TestService>> {
    self { container.nodes() }
  }
  var twoNumbers: Factory<Pair<TestService>> {
    self { Pair(first: self.byNumber(1), second: self.byNumber(2)) }
  }
  var fourNumbers: Factory<[TestService]> {
    self {
      [self.byEachNumber(1), self.byEachNumber(2), self.byEachNumber(1), self.byEachNumber(2)]
    }
  }
  var resetBetween: Factory<Pair<TestService>> {
    self {
      let first = self.node()
      self.manager.reset(scope: .graph)
      return Pair(first: first, second: self.node())
    }
  }
  var registerBetween: Factory<Pair<TestService>> {
    self {
      let first = self.node()
      self.node.register { TestService("registered") }
      return Pair(first: first, second: self.node())
    }
  }
  var nothings: Factory<Int> {
    self {
      _ = self.nothing()
      _ = self.nothing()
      return self.count.value
    }
  }
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

  @Test("Two roots get an instance each")
  func twoRoots() {
    #expect(container.node() !== container.node())
    #expect(container.nodes().first !== container.nodes().first)
  }

  @Test("One root gets one instance, however deep it is needed")
  func oneRoot() {
    let pair = container.deeper()
    #expect(pair.first === pair.second)
  }

  @Test("Two graph factories of one type keep an instance each")
  func perFactory() {
    let pair = container.distinct()
    #expect(pair.first !== pair.second)
  }

  @Test("Two containers in one cycle keep an instance each")
  func perContainer() {
    let pair = GraphContainer(other: container).twoContainers()
    #expect(pair.first !== pair.second)
  }

  @Test("A cycle that leads through another container is one cycle")
  func throughOther() {
    let pair = GraphContainer(other: container).throughOther()
    #expect(pair.first === pair.second)
  }

  @Test("A custom Graph scope works like the built-in one")
  func custom() {
    let pair = container.customs()
    #expect(pair.first === pair.second)
    #expect(container.custom() !== container.custom())
  }

  @Test("A value is cached for the cycle")
  func value() {
    let pair = container.values()
    #expect(pair.first == pair.second)
  }

  @Test("A graph factory with a parameter keeps the first for the cycle")
  func parameter() {
    let pair = container.twoNumbers()
    #expect(pair.first === pair.second)
  }

  @Test("A graph factory scoped on its parameters keeps one for each in the cycle")
  func eachParameter() {
    let four = container.fourNumbers()
    #expect(four[0] === four[2])
    #expect(four[1] === four[3])
    #expect(four.map(\.label) == ["1", "2", "1", "2"])
  }

  @Test("A nil result is not cached for the cycle")
  func nothing() {
    #expect(container.nothings() == 2)
  }

  @Test("A reset of the graph scope applies to the rest of the cycle")
  func reset() {
    let pair = container.resetBetween()
    #expect(pair.first !== pair.second)
  }

  @Test("A registration applies to the rest of the cycle")
  func register() {
    #expect(container.registerBetween().second.label == "registered")
  }

  @Test("The cycle does not keep its instances after its end")
  func released() {
    weak let node = container.nodes().first
    #expect(node == nil)
  }

  @Test("A container that is released during a cycle leaves no instance to the next container")
  func passingContainers() {
    final class TemporaryContainer: ManagedContainer {
      let manager = ContainerManager()
      let count: Counter
      init(_ count: Counter) { self.count = count }
      var node: Factory<TestService> {
        self {
          self.count.increment()
          return TestService()
        }.graph
      }
    }
    let count = Counter()
    let resolveAll = Factory(container) {
      for _ in 0..<100 { _ = TemporaryContainer(count).node() }
    }
    resolveAll()
    #expect(count.value == 100)
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
