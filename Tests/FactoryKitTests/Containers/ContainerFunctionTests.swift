// Factory, MIT licence; see LICENSE
//
// Calling a container or a factory with a closure: short for registering.
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var cachedService: Factory<MyServiceType> { self { MyService() }.cached }
  fileprivate var text: Factory<String> { self { "original" } }

  fileprivate func setupMocks() {
    myService.register { MockService() }
    text.register { "mock" }
  }
}

@Suite(.container) struct ContainerFunctionTests {
  @Test("A container called with a closure registers several factories")
  func containerCall() {
    let container = Container()
    container {
      $0.myService.register { MockService() }
      $0.text.register { "mock" }
    }
    #expect(container.myService() is MockService)
    #expect(container.text() == "mock")
  }

  @Test("A container called with a closure of one registration")
  func containerCallOne() {
    let container = Container()
    container { $0.myService.register { MockService() } }
    #expect(container.myService() is MockService)
  }

  @Test("A container called with a closure returns itself")
  func containerCallReturns() {
    let container = Container()
    #expect(container { $0.text.register { "mock" } } === container)
    #expect(container { $0.setupMocks() }.myService() is MockService)
  }

  @Test("The shared container can be called with a closure")
  func sharedContainerCall() {
    Container.shared { $0.text.register { "mock" } }
    #expect(Container.shared.text() == "mock")
  }

  @Test("A factory called with a closure registers it")
  func factoryCall() {
    let container = Container()
    container.myService { MockService() }
    #expect(container.myService() is MockService)
  }

  @Test("A factory called with a closure drops its instance, as `register` does")
  func factoryCallDropsInstance() {
    let container = Container()
    let old = container.cachedService()
    container.cachedService { MockService() }
    #expect(container.cachedService() !== old)
    #expect(container.cachedService() is MockService)
  }

  @Test("A function on the container sets up mocks")
  func setupFunction() {
    let container = Container()
    container.setupMocks()
    #expect(container.myService() is MockService)
    #expect(container.text() == "mock")
  }
}
