// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is created, on first use, without owning the instance, and on
// every use, and key paths that are not written as literals in the attribute. (Guide: Property wrappers.)
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

  @Test("A wrapper of an optional factory is an optional; one that is stored can be assigned nil")
  func optional() {
    let (consumer, lazy, dynamic) = (Consumer(), LazyConsumer(), DynamicConsumer())
    #expect(consumer.optional is MyService)
    #expect(consumer.spelledOut is MyService)
    #expect(consumer.missing == nil)
    #expect(lazy.optional is MyService)
    #expect(lazy.missing == nil)
    #expect(dynamic.optional == nil)
    consumer.optional = nil
    #expect(consumer.optional == nil)
    lazy.optional = nil
    #expect(lazy.optional == nil)
    Container.shared.missingService.register { MockService() }
    #expect(dynamic.optional is MockService)
  }

  @Test("The projected value of each wrapper has the factory")
  func factory() {
    let service = Container.shared.cachedService()
    #expect(Consumer().$cached.factory() === service)
    #expect(LazyConsumer().$concrete.factory() === Container.shared.concrete())
    #expect(WeakConsumer().$cached.factory() === service)
    #expect(DynamicConsumer().$cached() === service)
    Consumer().$cached.factory.register { MockService() }
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
    "`$x.resolve(reset:)` resets the factory's instance first, if the reset concerns it",
    arguments: [(FactoryResetOptions.all, true), (.scope, true), (.none, false), (.context, false)])
  func resolveReset(options: FactoryResetOptions, isNew: Bool) {
    let consumer = Consumer()
    let old = consumer.cached
    let new = consumer.$cached.resolve(reset: options)
    #expect((new !== old) == isNew)
    #expect(consumer.cached === new)
    #expect(Container.shared.cachedService() === new)
  }

  @Test("`$x.resolve(reset: .registration)` removes a registration")
  func resolveResetRegistration() {
    Container.shared.myService.register { MockService() }
    let consumer = Consumer()
    #expect(consumer.$svc.resolve(reset: .registration) is MyService)
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
  @Test("`@LazyInjected` resolves on first access only, and `resolvedOrNil()` does not")
  func lazy() {
    let consumer = LazyConsumer()
    #expect(consumer.$svc.resolvedOrNil() == nil)
    Container.shared.myService.register { MockService() }
    let service = consumer.svc
    #expect(service is MockService)
    #expect(consumer.$svc.resolvedOrNil() === service)
    Container.shared.myService.reset()
    #expect(consumer.svc === service)
  }

  @Test("A deinit cleans up what was resolved, and does not force the resolution")
  func deinitialisation() {
    let calls = Counter()
    Container.shared.concrete.register {
      calls.increment()
      return Cleaned()
    }
    _ = LazyConsumer()
    #expect(calls.value == 0)
    var consumer: LazyConsumer? = LazyConsumer()
    let service = consumer?.concrete
    consumer = nil
    #expect(service?.isClean == true)
  }

  @Test("`@LazyInjected` can be assigned to before the first access, and after it")
  func assignment() {
    let consumer = LazyConsumer()
    for mock in [MockService(), MockService()] {
      consumer.svc = mock
      #expect(consumer.$svc.resolvedOrNil() === mock)
      #expect(consumer.svc === mock)
    }
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

  @Test("Copies share their instance, whichever is read first, until one is resolved again")
  func copies() {
    let original = LazyValue()
    var copy = original
    let instance = copy.svc
    #expect(original.svc === instance)
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
  @Test("`@WeakLazyInjected` resolves on first access, and `resolvedOrNil()` does not")
  func lazy() {
    let consumer = WeakConsumer()
    #expect(consumer.$cached.resolvedOrNil() == nil)
    Container.shared.cachedService.register { MockService() }
    let service = consumer.cached
    #expect(service is MockService)
    #expect(consumer.$cached.resolvedOrNil() === service)
  }

  @Test("`@WeakLazyInjected` does not own its instance, nor resolve again after its release")
  func doesNotOwn() {
    let consumer = WeakConsumer()
    var owner: MyServiceType? = Container.shared.sharedService()
    #expect(consumer.shared === owner)
    owner = nil
    #expect(consumer.shared == nil)
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
    #expect(consumer.$unique.resolvedOrNil() == nil)
    #expect(consumer.unique == nil)
  }

  @Test("A value cannot be held weakly: the property is nil at the latest on the second read")
  func valueType() {
    let consumer = WeakConsumer()
    _ = consumer.value
    #expect(consumer.value == nil)
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

private class DynamicConsumer {
  @DynamicInjected(\.myService) var svc
  @DynamicInjected(\.cachedService) var cached
  @DynamicInjected(\CustomContainer.service) var custom
  @DynamicInjected(\.missingService) var optional
}

@Suite(.container) struct DynamicInjectedTests {
  @Test("`@DynamicInjected` resolves on every access, in the scope of the factory")
  func everyAccess() {
    let consumer = DynamicConsumer()
    #expect(consumer.svc !== consumer.svc)
    let cached = consumer.cached
    #expect(consumer.cached === cached)
    Container.shared.manager.reset(scope: .cached)
    #expect(consumer.cached !== cached)
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
}

private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Container {
  fileprivate var first: Factory<Service> { self { Service("first") } }
  fileprivate subscript(numbered number: Int) -> Factory<Service> {
    Factory(self, key: "numbered") { Service("number \(number)") }
  }
}

@Suite(.container) struct KeyPathTests {
  @Test("An expression for a key path is evaluated once, when the wrapper is created")
  func evaluatedOnce() {
    var evaluations = 0
    func path() -> KeyPath<Container, Factory<Service>> {
      evaluations += 1
      return \.first
    }
    @DynamicInjected(path()) var service
    #expect(evaluations == 1)
    _ = (service, service, $service)
    #expect(evaluations == 1)
  }

  @Test("A key path keeps the argument of its subscript")
  func subscripted() {
    let factories = (0..<3).flatMap { number -> [Factory<Service>] in
      let path: KeyPath<Container, Factory<Service>> = \.[numbered: number]
      let (injected, lazy) = (Injected(path), LazyInjected(path))
      let (weakly, dynamic) = (WeakLazyInjected(path), DynamicInjected(path))
      return [injected.factory, lazy.factory, weakly.factory, dynamic.projectedValue]
    }
    let names = factories.map { $0().name }
    #expect(names == (0..<12).map { "number \($0 / 4)" })
  }
}
