// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is created. (Guide: Property wrappers.)
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
  fileprivate var optionalService: Factory<MyServiceType?> { self { MyService() } }
  fileprivate var missingService: Factory<MyServiceType?> { self { nil } }
}
extension CustomContainer {
  fileprivate var service: Factory<MyServiceType> { self { MyService() }.cached }
}

private class Consumer {
  @Injected(\.myService) var svc
  @Injected(\.cachedService) var cached
  @Injected(\CustomContainer.service) var custom
  @Injected(\.optionalService) var optional
  @Injected(\.missingService) var missing
  @Injected(\.optionalService) var spelledOut: MyServiceType?

  func resolveAgain(reset options: FactoryResetOptions) -> MyServiceType {
    $cached.resolve(reset: options)
  }
}

@Suite(.container) struct InjectedTests {
  @Test("`@Injected(\\.x)` resolves from the default container")
  func defaultContainer() {
    #expect(Consumer().svc is MyService)
  }

  @Test("`@Injected(\\Custom.x)` resolves from that container")
  func customContainer() {
    #expect(Consumer().custom === CustomContainer.shared.service())
  }

  @Test("`@Injected` resolves when its object is created, so later registrations do not apply")
  func eager() {
    let consumer = Consumer()
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MyService)
    #expect(Consumer().svc is MockService)
  }

  @Test("`@Injected` keeps its instance")
  func keepsInstance() {
    let consumer = Consumer()
    #expect(consumer.svc === consumer.svc)
  }

  @Test("`@Injected` respects the scope")
  func scope() {
    #expect(Consumer().cached === Consumer().cached)
    #expect(Consumer().svc !== Consumer().svc)
  }

  @Test("`@Injected` can be assigned to")
  func assignment() {
    let consumer = Consumer()
    let mock = MockService()
    consumer.svc = mock
    #expect(consumer.svc === mock)
  }

  @Test("`@Injected` of an optional factory is an optional")
  func optional() {
    let consumer = Consumer()
    #expect(consumer.optional is MyService)
    #expect(consumer.spelledOut is MyService)
    #expect(consumer.missing == nil)
  }

  @Test("An optional `@Injected` can be assigned nil")
  func optionalAssignment() {
    let consumer = Consumer()
    consumer.optional = nil
    #expect(consumer.optional == nil)
  }

  @Test("The projected value has the factory")
  func factory() {
    let consumer = Consumer()
    #expect(consumer.$cached.factory() === consumer.cached)
    consumer.$cached.factory.register { MockService() }
    #expect(Container.shared.cachedService() is MockService)
  }

  @Test("`$x.resolve()` resolves again and keeps the result")
  func resolve() {
    let consumer = Consumer()
    let old = consumer.svc
    let new = consumer.$svc.resolve()
    #expect(new !== old)
    #expect(consumer.svc === new)
  }

  @Test("`$x.resolve()` gives the scoped instance again")
  func resolveScoped() {
    let consumer = Consumer()
    let old = consumer.cached
    #expect(consumer.$cached.resolve() === old)
  }

  @Test(
    "`$x.resolve(reset:)` resets the factory's instance first",
    arguments: [FactoryResetOptions.all, .scope])
  func resolveReset(options: FactoryResetOptions) {
    let consumer = Consumer()
    let old = consumer.cached
    let new = consumer.resolveAgain(reset: options)
    #expect(new !== old)
    #expect(consumer.cached === new)
    #expect(Container.shared.cachedService() === new)
  }

  @Test(
    "`$x.resolve(reset:)` keeps the instance when its reset does not concern it",
    arguments: [FactoryResetOptions.none, .context])
  func resolveOtherReset(options: FactoryResetOptions) {
    let consumer = Consumer()
    let old = consumer.cached
    #expect(consumer.resolveAgain(reset: options) === old)
  }

  @Test("`$x.resolve(reset: .registration)` removes a registration")
  func resolveResetRegistration() {
    Container.shared.myService.register { MockService() }
    let consumer = Consumer()
    #expect(consumer.$svc.resolve(reset: .registration) is MyService)
  }

  @Test("A local variable can be injected")
  func localVariable() {
    @Injected(\.cachedService) var service
    #expect(service === Container.shared.cachedService())
  }
}
