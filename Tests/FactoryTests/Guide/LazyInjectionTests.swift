// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Lazy and Weak Injections.
import Factory
import Testing

private class ServicesP {
  @LazyInjected(Container.servicesC) var service
  let name = "Parent"
  init() {}
  func test() -> String? {
    service.name
  }
  func resolveAgain() -> ServicesC { $service.resolve() }
  func resolveAnother() -> ServicesC { $service.resolve(reset: .scope) }
}

private class ServicesC {
  @WeakLazyInjected(Container.servicesP) var service: ServicesP?
  init() {}
  let name = "Child"
  func test() -> String? {
    service?.name
  }
  func resolveAgain() -> ServicesP? { $service.resolve() }
  func resolveAnother() -> ServicesP? { $service.resolve(reset: .scope) }
}

extension Container {
  fileprivate static var servicesP = Factory(scope: .shared) { ServicesP() }
  fileprivate static var servicesC = Factory(scope: .shared) { ServicesC() }
  fileprivate static let cached = Factory(scope: .cached) { SimpleService() }
}

private class EagerHolder {
  @Injected(Container.cached) var service
  func resolveAgain() -> SimpleService { $service.resolve() }
  func resolveAnother() -> SimpleService { $service.resolve(reset: .scope) }
}

@Suite("1.x: Lazy and weak injections", .staticContainer)
struct LazyInjectionTests {
  @Test("The child is created when it is first used")
  func lazy() {
    let parent = Container.servicesP()
    #expect(!Container.Scope.shared.isEmpty)
    var made = 0
    Container.servicesC.register {
      made += 1
      return ServicesC()
    }
    #expect(made == 0)
    #expect(parent.test() == "Child")
    #expect(made == 1)
    #expect(Container.servicesC() === parent.service)
  }

  @Test("Parent and child refer to each other without a reference cycle")
  func weakly() {
    var parent: ServicesP? = Container.servicesP()
    let child = parent!.service
    #expect(child.test() == "Parent")
    let observed = Observed(parent)
    parent = nil
    #expect(observed.object == nil)
    #expect(child.test() == nil)
  }

  @Test("An instance that only WeakLazyInjected refers to is released at once")
  func released() {
    #expect(ServicesC().service == nil)
    // weak var gone: MyClass? = MyClass()
    let released = Observed(ServicesP())
    #expect(released.object == nil)
  }

  @Test("$service.resolve() returns the scope's instance, and a new one after a reset of the scope")
  func resolving() {
    let holder = EagerHolder()
    let first = holder.service
    #expect(holder.resolveAgain() === first)
    #expect(holder.resolveAnother() !== first)
    #expect(holder.service === Container.cached())
  }

  @Test("$service.resolve() of the lazy and the weak wrapper returns the scope's instance")
  func resolvingLazily() {
    let parent = Container.servicesP()
    let child = parent.service
    #expect(parent.resolveAgain() === child)
    #expect(child.resolveAgain() === parent)
    let other = parent.resolveAnother()
    #expect(other !== child)
    #expect(parent.service === other)
    #expect(child.resolveAnother() == nil)
    #expect(child.service == nil)
  }

  @Test("A lazily injected property can be assigned to")
  func assigning() {
    let (parent, child) = (ServicesP(), ServicesC())
    parent.service = child
    child.service = parent
    #expect(parent.service === child)
    #expect(child.service === parent)
  }

  @Test("The wrapper exposes its factory, and $service.factory replaces it")
  func factory() {
    let replacement = SimpleService()
    let holder = EagerHolder()
    holder.$service.factory.register { replacement }
    #expect(EagerHolder().service === replacement)
    #expect(holder.service !== replacement)
    #expect(ServicesP().$service.factory() !== ServicesC())
    #expect(ServicesC().$service.factory().name == "Parent")
  }
}
