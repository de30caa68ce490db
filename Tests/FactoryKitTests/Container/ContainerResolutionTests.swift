// Factory, MIT licence; see LICENSE
//
// Resolving through a container: the shared one, or one that was passed. (Guide: Resolving.)
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var cachedService: Factory<MyServiceType> { self { MyService() }.cached }
}

private final class PassedContainer {
  let svc: MyServiceType
  init(container: Container) { self.svc = container.myService() }
}

private final class KeptContainer {
  private let container: Container
  init(container: Container = .shared) { self.container = container }
  lazy var svc: MyServiceType = container.myService()
}

private final class FiveWays {
  let call = Container.shared.cachedService()
  @Injected(\.cachedService) var injected
  @LazyInjected(\.cachedService) var lazy
  let function: MyServiceType = dependency(\.cachedService)
  let passed: MyServiceType
  init(container: Container) { passed = container.cachedService() }
}

@Suite(.container) struct ContainerResolutionTests {
  @Test("The shared container is a service locator")
  func sharedContainer() {
    let svc = Container.shared.myService()
    #expect(svc is MyService)
  }

  @Test("A container can be passed to an initialiser")
  func passedContainer() {
    #expect(PassedContainer(container: Container()).svc is MyService)
  }

  @Test("A container that is passed has its own registrations")
  func passedContainerRegistrations() {
    let container = Container()
    container.myService.register { MockService() }
    #expect(PassedContainer(container: container).svc is MockService)
    #expect(Container.shared.myService() is MyService)
  }

  @Test("A stored container resolves when its factory is called")
  func keptContainer() {
    let container = Container()
    let consumer = KeptContainer(container: container)
    container.myService.register { MockService() }
    #expect(consumer.svc is MockService)
  }

  @Test("A container parameter may default to the shared one")
  func defaultContainer() {
    Container.shared.myService.register { MockService() }
    #expect(KeptContainer().svc is MockService)
  }

  @Test("`resolve()` is the same as the call")
  func resolve() {
    let container = Container()
    #expect(container.myService.resolve() is MyService)
    #expect(container.cachedService.resolve() === container.cachedService())
  }

  @Test("All five ways to resolve return the same scoped instance")
  func fiveWays() {
    let consumer = FiveWays(container: .shared)
    #expect(consumer.call === consumer.injected)
    #expect(consumer.call === consumer.lazy)
    #expect(consumer.call === consumer.function)
    #expect(consumer.call === consumer.passed)
  }
}
