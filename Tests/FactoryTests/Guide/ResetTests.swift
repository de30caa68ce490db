// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Reset.
import Factory
import Testing

extension Container {
  fileprivate static let myService = Factory<MyServiceType>(scope: .cached) { MyService() }
  fileprivate static let otherService = Factory<MyServiceType> { MyService() }
  fileprivate static let session = Factory(scope: .session) { SimpleService() }
  fileprivate static let single = Factory(scope: .singleton) { SimpleService() }
  fileprivate static let shared = Factory(scope: .shared) { SimpleService() }
}

private class Holder {
  @Injected(Container.myService) var eager
  @LazyInjected(Container.myService) var lazy
  @WeakLazyInjected(Container.shared) var weak
}

@Suite("1.x: Reset", .staticContainer)
struct ResetTests {
  @Test("reset() restores one factory and evicts its instance")
  func factory() {
    Container.myService.register { MockService() }
    Container.otherService.register { MockService() }
    #expect(Container.myService() is MockService)
    Container.myService.reset()
    #expect(Container.myService() is MyService)
    #expect(Container.otherService() is MockService)
  }

  @Test("reset(.registration) keeps the instance, and reset(.scope) the registration")
  func parts() {
    Container.myService.register { MockService() }
    let instance = Container.myService()
    Container.myService.reset(.scope)
    let another = Container.myService()
    #expect(!isSame(another, instance))
    #expect(another is MockService)
    Container.myService.reset(.registration)
    #expect(isSame(Container.myService(), another))
    Container.myService.reset(.scope)
    #expect(Container.myService() is MyService)
  }

  @Test("Scope.reset() resets all caches, also custom ones, but singletons only if asked to")
  func allScopes() {
    let (cached, session, single) = (
      Container.myService(), Container.session(), Container.single()
    )
    let shared = Container.shared()
    Container.Scope.reset()
    #expect(!isSame(Container.myService(), cached))
    #expect(Container.session() !== session)
    #expect(Container.shared() !== shared)
    #expect(Container.single() === single)
    Container.Scope.reset(includingSingletons: true)
    #expect(Container.Scope.singleton.isEmpty)
    #expect(Container.single() !== single)
    let other = Container.single()
    Container.Scope.singleton.reset()
    #expect(Container.single() !== other)
  }

  @Test("Scopes and registrations know whether they are empty")
  func empty() {
    #expect(Container.Scope.cached.isEmpty)
    let (instance, session) = (Container.myService(), Container.session())
    #expect(!Container.Scope.cached.isEmpty)
    #expect(!Container.Scope.session.isEmpty)
    Container.Scope.reset()
    #expect(Container.Scope.cached.isEmpty)
    #expect(Container.Scope.session.isEmpty)
    Container.myService.register { MockService() }
    #expect(!Container.Registrations.isEmpty)
    Container.Registrations.reset()
    #expect(Container.Registrations.isEmpty)
    withExtendedLifetime((instance, session)) {}
  }

  @Test("What was injected stays; only new resolutions get another instance")
  func existing() {
    let holder = Holder()
    let (eager, lazy) = (holder.eager, holder.lazy)
    let shared = Container.shared()
    #expect(holder.weak === shared)
    Container.Scope.reset()
    #expect(isSame(holder.eager, eager))
    #expect(isSame(holder.lazy, lazy))
    #expect(holder.weak === shared)
    #expect(!isSame(Holder().eager, eager))
  }
}
