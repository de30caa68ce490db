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
  fileprivate var numbered: ParameterFactory<Int, String> { self { "original \($0)" } }

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

  @Test("The closure may state the type of its parameter, and its result is ignored")
  func containerCallWithType() {
    let container = Container()
    container { (container: Container) in container.myService.register { MockService() } }
    #expect(container.myService() is MockService)
  }

  @Test("`with` changes a container and returns it")
  func with() {
    let container = Container()
    #expect(container.with { $0.text.register { "mock" } } === container)
    #expect(Container().with { $0.setupMocks() }.myService() is MockService)
    container.with { $0.text.register { "unused result" } }
    #expect(container.text() == "unused result")
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

  @Test("A factory with a parameter called with a closure registers it")
  func parameterFactoryCall() {
    let container = Container()
    container.numbered { "mock \($0)" }
    #expect(container.numbered(3) == "mock 3")
  }

  @Test("The closure may be given with its label")
  func labelledFactoryCall() {
    let container = Container()
    container.myService(factory: { MockService() })
    container.numbered(factory: { "mock \($0)" })
    #expect(container.myService() is MockService)
    #expect(container.numbered(3) == "mock 3")
  }

  @Test("A factory called with a closure evicts its instance, as `register` does")
  func factoryCallDropsInstance() {
    let container = Container()
    let old = container.cachedService()
    container.cachedService { MockService() }
    #expect(container.cachedService() !== old)
    #expect(container.cachedService() is MockService)
  }

  @Test("`preview` registers as a call with a closure does, without SwiftUI too")
  func preview() {
    Container.shared.myService.preview { MockService() }
    Container.shared.numbered.preview { "mock \($0)" }
    Container.preview { $0.text.register { "mock" } }
    #expect(Container.shared.myService() is MockService)
    #expect(Container.shared.numbered(3) == "mock 3")
    #expect(Container.shared.text() == "mock")
    Container.shared.preview { $0.text.register { "changed" } }
    #expect(Container.shared.text() == "changed")
  }

  #if !canImport(SwiftUI)
    @Test("Without SwiftUI the forms that register in a preview return nothing")
    func returnsNothing() {
      let container = Container()
      let results: [Void] = [
        container.text { "mock" }, container.text.preview { "mock" },
        container.numbered { "mock \($0)" }, container.numbered.preview { "mock \($0)" },
        container.preview { $0.setupMocks() }, Container.preview { $0.setupMocks() },
      ]
      #expect(results.count == 6)
    }
  #endif

  @Test("A function of the container registers mocks")
  func setupFunction() {
    let container = Container()
    container.setupMocks()
    #expect(container.myService() is MockService)
    #expect(container.text() == "mock")
  }
}
