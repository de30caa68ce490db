// Factory, MIT licence; see LICENSE
//
// Injection on every use. (Guide: Property wrappers.)
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

private final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var cachedService: Factory<MyServiceType> { self { MyService() }.cached }
  fileprivate var singletonService: Factory<MyServiceType> { self { MyService() }.singleton }
  fileprivate var optionalService: Factory<MyServiceType?> { self { nil } }
}
extension CustomContainer {
  fileprivate var service: Factory<MyServiceType> { self { MyService() }.cached }
}

private class Consumer {
  @DynamicInjected(\.myService) var svc
  @DynamicInjected(\.cachedService) var cached
  @DynamicInjected(\.singletonService) var singleton
  @DynamicInjected(\CustomContainer.service) var custom
  @DynamicInjected(\.optionalService) var optional
}

@Suite(.container) struct DynamicInjectedTests {
  @Test("`@DynamicInjected(\\.x)` resolves from the default container")
  func defaultContainer() {
    #expect(Consumer().svc is MyService)
  }

  @Test("`@DynamicInjected(\\Custom.x)` resolves from that container")
  func customContainer() {
    #expect(Consumer().custom === CustomContainer.shared.service())
  }

  @Test("`@DynamicInjected` resolves on every access")
  func everyAccess() {
    let consumer = Consumer()
    #expect(consumer.svc !== consumer.svc)
  }

  @Test("`@DynamicInjected` sees each registration")
  func registration() {
    let consumer = Consumer()
    #expect(consumer.svc is MyService)
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MockService)
    Container.shared.myService.reset()
    #expect(consumer.svc is MyService)
  }

  @Test("`@DynamicInjected` gives a scoped instance again")
  func scoped() {
    let consumer = Consumer()
    #expect(consumer.cached === consumer.cached)
    #expect(consumer.singleton === consumer.singleton)
  }

  @Test("`@DynamicInjected` sees the reset of a scope")
  func scopeReset() {
    let consumer = Consumer()
    let old = consumer.cached
    Container.shared.manager.reset(scope: .cached)
    #expect(consumer.cached !== old)
  }

  @Test("`@DynamicInjected` resolves from the current shared container")
  func sharedOfTheMoment() {
    let consumer = Consumer()
    let other = Container()
    other.myService.register { MockService() }
    Container.$shared.withValue(other) {
      #expect(consumer.svc is MockService)
    }
    #expect(consumer.svc is MyService)
  }

  @Test("`@DynamicInjected` of an optional factory is an optional")
  func optional() {
    let consumer = Consumer()
    #expect(consumer.optional == nil)
    Container.shared.optionalService.register { MockService() }
    #expect(consumer.optional is MockService)
  }

  @Test("The projected value is the factory")
  func projectedValue() {
    let consumer = Consumer()
    let factory: Factory<MyServiceType> = consumer.$cached
    #expect(factory() === consumer.cached)
    consumer.$cached.register { MockService() }
    #expect(consumer.cached is MockService)
  }
}
