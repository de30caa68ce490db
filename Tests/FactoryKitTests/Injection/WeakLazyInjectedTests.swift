// Factory, MIT licence; see LICENSE
//
// Injection on first use without owning the instance. (Guide: Property wrappers.)
import FactoryTesting
import Testing

private protocol ServiceType: AnyObject {}
private final class Service: ServiceType {}
private final class MockService: ServiceType {}

private final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var sharedService: Factory<ServiceType> { self { Service() }.shared }
  fileprivate var cachedService: Factory<ServiceType> { self { Service() }.cached }
  fileprivate var uniqueService: Factory<ServiceType> { self { Service() } }
  fileprivate var value: Factory<Int> { self { 5 }.cached }
  fileprivate var parent: Factory<Parent> { self { Parent() }.shared }
  fileprivate var child: Factory<Child> { self { Child() } }
}
extension CustomContainer {
  fileprivate var service: Factory<ServiceType> { self { Service() }.cached }
}

private class Consumer {
  @WeakLazyInjected(\.sharedService) var shared
  @WeakLazyInjected(\.cachedService) var cached
  @WeakLazyInjected(\.uniqueService) var unique
  @WeakLazyInjected(\CustomContainer.service) var custom
  @WeakLazyInjected(\.value) var value
}

private struct Value {
  @WeakLazyInjected(\.cachedService) var service
}

private final class Parent {
  @Injected(\.child) var child
}
private final class Child {
  @WeakLazyInjected(\.parent) var parent
}

@Suite(.container) struct WeakLazyInjectedTests {
  @Test("`@WeakLazyInjected(\\.x)` resolves from the default container")
  func defaultContainer() {
    #expect(Consumer().cached === Container.shared.cachedService())
  }

  @Test("`@WeakLazyInjected(\\Custom.x)` resolves from that container")
  func customContainer() {
    #expect(Consumer().custom === CustomContainer.shared.service())
  }

  @Test("The wrapped value is an optional of the factory's type")
  func optionalType() {
    let value: ServiceType? = Consumer().cached
    #expect(value is Service)
  }

  @Test("`@WeakLazyInjected` resolves on first access, so earlier registrations apply")
  func lazy() {
    let consumer = Consumer()
    Container.shared.cachedService.register { MockService() }
    #expect(consumer.cached is MockService)
  }

  @Test("`@WeakLazyInjected` does not own its instance")
  func doesNotOwn() {
    let consumer = Consumer()
    var owner: ServiceType? = Container.shared.sharedService()
    #expect(consumer.shared === owner)
    owner = nil
    #expect(consumer.shared == nil)
  }

  @Test("After its instance has been released, `@WeakLazyInjected` does not resolve again")
  func doesNotResolveAgain() {
    let consumer = Consumer()
    do {
      let owner = Container.shared.sharedService()
      #expect(consumer.shared === owner)
    }
    let next = Container.shared.sharedService()
    #expect(consumer.shared == nil)
    #expect(next is Service)
  }

  @Test("An instance without an owner is released with the last reference to it")
  func unowned() {
    let consumer = Consumer()
    do {
      let first = consumer.unique
      #expect(first is Service)
      #expect(consumer.unique === first)
    }
    #expect(consumer.unique == nil)
  }

  @Test("A value cannot be held weakly: the property is nil at the latest on the second read")
  func valueType() {
    let consumer = Consumer()
    _ = consumer.value
    #expect(consumer.value == nil)
  }

  @Test("`resolvedOrNil()` does not resolve")
  func resolvedOrNil() {
    let consumer = Consumer()
    #expect(consumer.$cached.resolvedOrNil() == nil)
    let service = consumer.cached
    #expect(consumer.$cached.resolvedOrNil() === service)
  }

  @Test("`resolvedOrNil()` is nil when the instance has been released")
  func resolvedOrNilGone() {
    let consumer = Consumer()
    _ = consumer.unique
    #expect(consumer.$unique.resolvedOrNil() == nil)
  }

  @Test("`@WeakLazyInjected` can be assigned to, and does not own that either")
  func assignment() {
    let consumer = Consumer()
    var mock: MockService? = MockService()
    consumer.cached = mock
    #expect(consumer.cached === mock)
    mock = nil
    #expect(consumer.cached == nil)
  }

  @Test("`@WeakLazyInjected` can be assigned nil")
  func assignNil() {
    let consumer = Consumer()
    let service = consumer.cached
    consumer.cached = nil
    #expect(consumer.cached == nil)
    #expect(service != nil)
  }

  @Test("The projected value has the factory")
  func factory() {
    let consumer = Consumer()
    consumer.$cached.factory.register { MockService() }
    #expect(consumer.cached is MockService)
  }

  @Test("`$x.resolve()` returns a new instance after the old one has been released")
  func resolve() {
    let consumer = Consumer()
    _ = consumer.shared
    #expect(consumer.shared == nil)
    let new = consumer.$shared.resolve()
    #expect(new is Service)
    #expect(consumer.shared === new)
  }

  @Test("`$x.resolve(reset:)` resets the factory's instance first")
  func resolveReset() {
    let consumer = Consumer()
    let old = consumer.cached
    let new = consumer.$cached.resolve(reset: .scope)
    #expect(new !== old)
    #expect(consumer.cached === new)
  }

  @Test("Copies share their instance, until one is assigned to")
  func copies() {
    let original = Value()
    var copy = original
    let instance = copy.service
    #expect(original.service === instance)
    copy.service = nil
    #expect(original.service === instance)
    #expect(copy.service == nil)
  }

  @Test("A child refers to its parent without a retain cycle")
  func parentAndChild() {
    var parent: Parent? = Container.shared.parent()
    weak let observed = parent
    #expect(parent?.child.parent === parent)
    parent = nil
    #expect(observed == nil)
  }
}
