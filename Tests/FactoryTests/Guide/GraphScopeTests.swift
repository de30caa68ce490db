// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: Graph Scope.
import Factory
import Testing

private protocol IDProviding: AnyObject {}
private protocol ValueProviding: AnyObject {}
private class CommonService: IDProviding, ValueProviding {}

private class ProtocolConsumer {
  @Injected(Container.idProvider) var ids
  @Injected(Container.valueProvider) var values
  init() {}
}

extension Container {
  fileprivate static let consumer = Factory { ProtocolConsumer() }
  fileprivate static let idProvider = Factory<IDProviding> { commonProviding() }
  fileprivate static let valueProvider = Factory<ValueProviding> { commonProviding() }
  private static let commonProviding = Factory(scope: .graph) { CommonService() }
}

@Suite("1.x: Graph scope", .staticContainer)
struct GraphScopeTests {
  @Test("Both providers of one consumer are the same instance")
  func root() {
    let consumer = Container.consumer()
    #expect(consumer.ids === consumer.values)
  }

  @Test("Each resolution of the root has an instance of its own")
  func cycles() {
    #expect(Container.consumer().ids !== Container.consumer().ids)
  }

  @Test("Without a root there are two cycles and two instances")
  func noRoot() {
    let consumer = ProtocolConsumer()
    #expect(consumer.ids !== consumer.values)
    #expect(Container.Scope.graph.isEmpty)
  }
}
