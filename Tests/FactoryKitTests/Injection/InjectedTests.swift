// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is created, on first use, without owning the instance, and on
// every use. (Guide: Property wrappers.)
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var cachedService: Factory<MyServiceType> { self { MyService() }.cached }
  fileprivate var optionalService: Factory<MyServiceType?> { self { MyService() } }
  fileprivate var missingService: Factory<MyServiceType?> { self { nil } }
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
  @Test("Each wrapper resolves from another container by its full key path")
  func customContainer() {
    let expected = CustomContainer.shared.service()
    #expect(Consumer().custom === expected)
    #expect(LazyConsumer().custom === expected)
    #expect(WeakConsumer().custom === expected)
    #expect(DynamicConsumer().custom === expected)
  }

  @Test("`@Injected` resolves when its object is created, so later registrations do not apply")
  func eager() {
    let consumer = Consumer()
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MyService)
    #expect(Consumer().svc is MockService)
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

  @Test("`@Injected` of an optional factory is an optional, and can be assigned nil")
  func optional() {
    let consumer = Consumer()
    #expect(consumer.optional is MyService)
    #expect(consumer.spelledOut is MyService)
    #expect(consumer.missing == nil)
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

private final class Cleaned {
  var isClean = false
  func cleanup() { isClean = true }
}

extension Container {
  fileprivate var concrete: Factory<Cleaned> { self { Cleaned() }.cached }
  fileprivate var lazyParent: Factory<LazyParent> { self { LazyParent() }.cached }
  fileprivate var lazyChild: Factory<LazyChild> { self { LazyChild() }.cached }
}

private class LazyConsumer {
  @LazyInjected(\.myService) var svc
  @LazyInjected(\.concrete) var concrete
  @LazyInjected(\CustomContainer.service) var custom
  @LazyInjected(\.optionalService) var optional
  @LazyInjected(\.missingService) var missing

  deinit { $concrete.resolvedOrNil()?.cleanup() }
}

private struct LazyValue {
  @LazyInjected(\.myService) var svc
}

private final class LazyParent {
  @Injected(\.lazyChild) var child
}
private final class LazyChild {
  @LazyInjected(\.lazyParent) var parent
}

@Suite(.container) struct LazyInjectedTests {
  @Test("`@LazyInjected` resolves on first access, so earlier registrations apply")
  func lazy() {
    let consumer = LazyConsumer()
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MockService)
  }

  @Test("`@LazyInjected` keeps its instance, so later registrations do not apply")
  func keepsInstance() {
    let consumer = LazyConsumer()
    let first = consumer.svc
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc === first)
  }

  @Test("`resolvedOrNil()` is the instance after the first access")
  func resolvedOrNilAfter() {
    let consumer = LazyConsumer()
    let service = consumer.svc
    #expect(consumer.$svc.resolvedOrNil() === service)
  }

  @Test("A deinit cleans up what was resolved")
  func deinitAfterUse() {
    var consumer: LazyConsumer? = LazyConsumer()
    let service = consumer?.concrete
    consumer = nil
    #expect(service?.isClean == true)
  }

  @Test("A deinit does not force the resolution")
  func deinitWithoutUse() {
    let calls = Counter()
    Container.shared.concrete.register {
      calls.increment()
      return Cleaned()
    }
    _ = LazyConsumer()
    #expect(calls.value == 0)
  }

  @Test("`@LazyInjected` can be assigned to before the first access")
  func assignmentBefore() {
    let consumer = LazyConsumer()
    let mock = MockService()
    consumer.svc = mock
    #expect(consumer.svc === mock)
    #expect(consumer.$svc.resolvedOrNil() === mock)
  }

  @Test("`@LazyInjected` can be assigned to after the first access")
  func assignmentAfter() {
    let consumer = LazyConsumer()
    let old = consumer.svc
    consumer.svc = MockService()
    #expect(consumer.svc is MockService)
    #expect(consumer.svc !== old)
  }

  @Test("`@LazyInjected` of an optional factory is an optional, and can be assigned nil")
  func optional() {
    let consumer = LazyConsumer()
    #expect(consumer.optional is MyService)
    #expect(consumer.missing == nil)
    let other = LazyConsumer()
    other.optional = nil
    #expect(other.optional == nil)
  }

  @Test("The projected value has the factory")
  func factory() {
    let consumer = LazyConsumer()
    consumer.$svc.factory.register { MockService() }
    #expect(consumer.svc is MockService)
  }

  @Test("`$x.resolve()` resolves again and keeps the result")
  func resolve() {
    let consumer = LazyConsumer()
    let old = consumer.svc
    let new = consumer.$svc.resolve()
    #expect(new !== old)
    #expect(consumer.svc === new)
  }

  @Test("`$x.resolve(reset:)` resets the factory's instance first")
  func resolveReset() {
    let consumer = LazyConsumer()
    let old = consumer.concrete
    #expect(consumer.$concrete.resolve() === old)
    let new = consumer.$concrete.resolve(reset: .scope)
    #expect(new !== old)
    #expect(consumer.concrete === new)
  }

  @Test("Copies share their instance, whichever is read first")
  func copiesShare() {
    let original = LazyValue()
    let copy = original
    let instance = copy.svc
    #expect(original.svc === instance)
  }

  @Test("Resolving a copy again does not change the others")
  func copyResolved() {
    let original = LazyValue()
    var copy = original
    let instance = original.svc
    copy.$svc.resolve()
    #expect(original.svc === instance)
    #expect(copy.svc !== instance)
  }

  @Test("`@LazyInjected` lets two objects refer to each other")
  func mutualReferences() {
    let parent = Container.shared.lazyParent()
    #expect(parent.child.parent === parent)
    // The objects retain each other, so the cycle has to be broken.
    parent.child = LazyChild()
  }

  @Test("A local variable can be injected lazily")
  func localVariable() {
    @LazyInjected(\.concrete) var service
    #expect($service.resolvedOrNil() == nil)
    #expect(service === Container.shared.concrete())
  }
}

extension Container {
  fileprivate var sharedService: Factory<MyServiceType> { self { MyService() }.shared }
  fileprivate var value: Factory<Int> { self { 5 }.cached }
  fileprivate var weakParent: Factory<WeakParent> { self { WeakParent() }.shared }
  fileprivate var weakChild: Factory<WeakChild> { self { WeakChild() } }
}

private class WeakConsumer {
  @WeakLazyInjected(\.sharedService) var shared
  @WeakLazyInjected(\.cachedService) var cached
  @WeakLazyInjected(\.myService) var unique
  @WeakLazyInjected(\CustomContainer.service) var custom
  @WeakLazyInjected(\.value) var value
}

private struct WeakValue {
  @WeakLazyInjected(\.cachedService) var service
}

private final class WeakParent {
  @Injected(\.weakChild) var child
}
private final class WeakChild {
  @WeakLazyInjected(\.weakParent) var parent
}

@Suite(.container) struct WeakLazyInjectedTests {
  @Test("`@WeakLazyInjected` resolves on first access, so earlier registrations apply")
  func lazy() {
    let consumer = WeakConsumer()
    Container.shared.cachedService.register { MockService() }
    #expect(consumer.cached is MockService)
  }

  @Test("`@WeakLazyInjected` does not own its instance")
  func doesNotOwn() {
    let consumer = WeakConsumer()
    var owner: MyServiceType? = Container.shared.sharedService()
    #expect(consumer.shared === owner)
    owner = nil
    #expect(consumer.shared == nil)
  }

  @Test("After its instance has been released, `@WeakLazyInjected` does not resolve again")
  func doesNotResolveAgain() {
    let consumer = WeakConsumer()
    do {
      let owner = Container.shared.sharedService()
      #expect(consumer.shared === owner)
    }
    let next = Container.shared.sharedService()
    #expect(consumer.shared == nil)
    #expect(next is MyService)
  }

  @Test("An instance without an owner is released with the last reference to it")
  func unowned() {
    let consumer = WeakConsumer()
    do {
      let first = consumer.unique
      #expect(first is MyService)
      #expect(consumer.unique === first)
    }
    #expect(consumer.unique == nil)
  }

  @Test("A value cannot be held weakly: the property is nil at the latest on the second read")
  func valueType() {
    let consumer = WeakConsumer()
    _ = consumer.value
    #expect(consumer.value == nil)
  }

  @Test("`resolvedOrNil()` does not resolve")
  func resolvedOrNil() {
    let consumer = WeakConsumer()
    #expect(consumer.$cached.resolvedOrNil() == nil)
    let service = consumer.cached
    #expect(consumer.$cached.resolvedOrNil() === service)
  }

  @Test("`resolvedOrNil()` is nil when the instance has been released")
  func resolvedOrNilGone() {
    let consumer = WeakConsumer()
    _ = consumer.unique
    #expect(consumer.$unique.resolvedOrNil() == nil)
  }

  @Test("`@WeakLazyInjected` can be assigned to, and does not own that either")
  func assignment() {
    let consumer = WeakConsumer()
    var mock: MockService? = MockService()
    consumer.cached = mock
    #expect(consumer.cached === mock)
    mock = nil
    #expect(consumer.cached == nil)
  }

  @Test("The projected value has the factory")
  func factory() {
    let consumer = WeakConsumer()
    consumer.$cached.factory.register { MockService() }
    #expect(consumer.cached is MockService)
  }

  @Test("`$x.resolve()` returns a new instance after the old one has been released")
  func resolve() {
    let consumer = WeakConsumer()
    _ = consumer.shared
    #expect(consumer.shared == nil)
    let new = consumer.$shared.resolve()
    #expect(new is MyService)
    #expect(consumer.shared === new)
  }

  @Test("`$x.resolve(reset:)` resets the factory's instance first")
  func resolveReset() {
    let consumer = WeakConsumer()
    let old = consumer.cached
    let new = consumer.$cached.resolve(reset: .scope)
    #expect(new !== old)
    #expect(consumer.cached === new)
  }

  @Test("Copies share their instance, until one is assigned to")
  func copies() {
    let original = WeakValue()
    var copy = original
    let instance = copy.service
    #expect(original.service === instance)
    copy.service = nil
    #expect(original.service === instance)
    #expect(copy.service == nil)
  }

  @Test("A child refers to its parent without a retain cycle")
  func parentAndChild() {
    var parent: WeakParent? = Container.shared.weakParent()
    weak let observed = parent
    #expect(parent?.child.parent === parent)
    parent = nil
    #expect(observed == nil)
  }
}

extension Container {
  fileprivate var singletonService: Factory<MyServiceType> { self { MyService() }.singleton }
}

private class DynamicConsumer {
  @DynamicInjected(\.myService) var svc
  @DynamicInjected(\.cachedService) var cached
  @DynamicInjected(\.singletonService) var singleton
  @DynamicInjected(\CustomContainer.service) var custom
  @DynamicInjected(\.missingService) var optional
}

@Suite(.container) struct DynamicInjectedTests {
  @Test("`@DynamicInjected` resolves on every access")
  func everyAccess() {
    let consumer = DynamicConsumer()
    #expect(consumer.svc !== consumer.svc)
  }

  @Test("`@DynamicInjected` sees each registration")
  func registration() {
    let consumer = DynamicConsumer()
    #expect(consumer.svc is MyService)
    Container.shared.myService.register { MockService() }
    #expect(consumer.svc is MockService)
    Container.shared.myService.reset()
    #expect(consumer.svc is MyService)
  }

  @Test("`@DynamicInjected` gives a scoped instance again")
  func scoped() {
    let consumer = DynamicConsumer()
    #expect(consumer.cached === consumer.cached)
    #expect(consumer.singleton === consumer.singleton)
  }

  @Test("`@DynamicInjected` sees the reset of a scope")
  func scopeReset() {
    let consumer = DynamicConsumer()
    let old = consumer.cached
    Container.shared.manager.reset(scope: .cached)
    #expect(consumer.cached !== old)
  }

  @Test("`@DynamicInjected` resolves from the current shared container")
  func sharedOfTheMoment() {
    let consumer = DynamicConsumer()
    let other = Container()
    other.myService.register { MockService() }
    Container.$shared.withValue(other) {
      #expect(consumer.svc is MockService)
    }
    #expect(consumer.svc is MyService)
  }

  @Test("`@DynamicInjected` of an optional factory is an optional")
  func optional() {
    let consumer = DynamicConsumer()
    #expect(consumer.optional == nil)
    Container.shared.missingService.register { MockService() }
    #expect(consumer.optional is MockService)
  }

  @Test("The projected value is the factory")
  func projectedValue() {
    let consumer = DynamicConsumer()
    let factory: Factory<MyServiceType> = consumer.$cached
    #expect(factory() === consumer.cached)
    consumer.$cached.register { MockService() }
    #expect(consumer.cached is MockService)
  }
}
