// Factory, MIT licence; see LICENSE
//
// Injection on first use. (Guide: Property wrappers.)
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {
  var isClean = false
  func cleanup() { isClean = true }
}
private final class MockService: MyServiceType {}

private final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var concrete: Factory<MyService> { self { MyService() }.cached }
  fileprivate var optionalService: Factory<MyServiceType?> { self { MyService() } }
  fileprivate var missingService: Factory<MyServiceType?> { self { nil } }
  fileprivate var parent: Factory<Parent> { self { Parent() }.cached }
  fileprivate var child: Factory<Child> { self { Child() }.cached }
}
extension CustomContainer {
  fileprivate var service: Factory<MyServiceType> { self { MyService() }.cached }
}

private class Consumer {
  @LazyInjected(\.myService) var svc
  @LazyInjected(\.concrete) var concrete
  @LazyInjected(\CustomContainer.service) var custom
  @LazyInjected(\.optionalService) var optional
  @LazyInjected(\.missingService) var missing

  deinit { $concrete.resolvedOrNil()?.cleanup() }
}

private struct Value {
  @LazyInjected(\.myService) var svc
}

private final class Parent {
  @Injected(\.child) var child
}
private final class Child {
  @LazyInjected(\.parent) var parent
}

@Suite(.container) struct LazyInjectedTests {
  @Test("`@LazyInjected(\\.x)` resolves from the default container")
  func defaultContainer() {
    #expect(Consumer().svc is MyService)
  }

  @Test("`@LazyInjected(\\Custom.x)` resolves from that container")
  func customContainer() {
    #expect(Consumer().custom === CustomContainer.shared.service())
  }

  @Test("`@LazyInjected` resolves on first access, so earlier registrations apply")
  func lazy() {
    let consumer = Consumer()
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MockService)
  }

  @Test("`@LazyInjected` keeps its instance, so later registrations do not apply")
  func keepsInstance() {
    let consumer = Consumer()
    let first = consumer.svc
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc === first)
  }

  @Test("`resolvedOrNil()` does not resolve")
  func resolvedOrNilBefore() {
    let consumer = Consumer()
    #expect(consumer.$svc.resolvedOrNil() == nil)
    #expect(consumer.$svc.resolvedOrNil() == nil)
  }

  @Test("`resolvedOrNil()` is the instance after the first access")
  func resolvedOrNilAfter() {
    let consumer = Consumer()
    let service = consumer.svc
    #expect(consumer.$svc.resolvedOrNil() === service)
  }

  @Test("A deinit cleans up what was resolved")
  func deinitAfterUse() {
    var consumer: Consumer? = Consumer()
    let service = consumer?.concrete
    consumer = nil
    #expect(service?.isClean == true)
  }

  @Test("A deinit does not force the resolution")
  func deinitWithoutUse() {
    let calls = Counter()
    Container.shared.concrete.register {
      calls.increment()
      return MyService()
    }
    _ = Consumer()
    #expect(calls.value == 0)
  }

  @Test("`@LazyInjected` can be assigned to before the first access")
  func assignmentBefore() {
    let consumer = Consumer()
    let mock = MockService()
    consumer.svc = mock
    #expect(consumer.svc === mock)
    #expect(consumer.$svc.resolvedOrNil() === mock)
  }

  @Test("`@LazyInjected` can be assigned to after the first access")
  func assignmentAfter() {
    let consumer = Consumer()
    let old = consumer.svc
    consumer.svc = MockService()
    #expect(consumer.svc is MockService)
    #expect(consumer.svc !== old)
  }

  @Test("`@LazyInjected` of an optional factory is an optional")
  func optional() {
    let consumer = Consumer()
    #expect(consumer.optional is MyService)
    #expect(consumer.missing == nil)
  }

  @Test("An optional `@LazyInjected` can be assigned nil")
  func optionalAssignment() {
    let consumer = Consumer()
    consumer.optional = nil
    #expect(consumer.optional == nil)
  }

  @Test("The projected value has the factory")
  func factory() {
    let consumer = Consumer()
    consumer.$svc.factory.register { MockService() }
    #expect(consumer.svc is MockService)
  }

  @Test("`$x.resolve()` resolves again and keeps the result")
  func resolve() {
    let consumer = Consumer()
    let old = consumer.svc
    let new = consumer.$svc.resolve()
    #expect(new !== old)
    #expect(consumer.svc === new)
  }

  @Test("`$x.resolve(reset:)` resets the factory's instance first")
  func resolveReset() {
    let consumer = Consumer()
    let old = consumer.concrete
    #expect(consumer.$concrete.resolve() === old)
    let new = consumer.$concrete.resolve(reset: .scope)
    #expect(new !== old)
    #expect(consumer.concrete === new)
  }

  @Test("Copies share their instance, whichever is read first")
  func copiesShare() {
    let original = Value()
    let copy = original
    let instance = copy.svc
    #expect(original.svc === instance)
  }

  @Test("Assigning to a copy does not change the others")
  func copyAssigned() {
    let original = Value()
    var copy = original
    let instance = original.svc
    copy.svc = MockService()
    #expect(copy.svc is MockService)
    #expect(original.svc === instance)
  }

  @Test("Resolving a copy again does not change the others")
  func copyResolved() {
    let original = Value()
    var copy = original
    let instance = original.svc
    copy.$svc.resolve()
    #expect(original.svc === instance)
    #expect(copy.svc !== instance)
  }

  @Test("`@LazyInjected` lets two objects refer to each other")
  func mutualReferences() {
    let parent = Container.shared.parent()
    #expect(parent.child.parent === parent)
    // The objects retain each other, so the cycle has to be broken.
    parent.child = Child()
  }

  @Test("A local variable can be injected lazily")
  func localVariable() {
    @LazyInjected(\.concrete) var service
    #expect($service.resolvedOrNil() == nil)
    #expect(service === Container.shared.concrete())
  }
}
