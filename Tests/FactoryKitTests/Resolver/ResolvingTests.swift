// Factory, MIT licence; see LICENSE
//
// Registration and resolution by type. (Guide: Resolver mode.)
import FactoryTestSupport
import FactoryTesting
import Testing

// Applications write `@retroactive`, which the compiler refuses inside the package.
extension Container: Resolving {}

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

private struct Report: Equatable {
  var title = "original"
}

private final class Consumer {
  let service: MyServiceType?
  init(service: MyServiceType?) { self.service = service }
}

extension Container {
  fileprivate var declared: Factory<MyServiceType> { self { MyService() } }
}

private final class CustomContainer: SharedContainer, Resolving, AutoRegistering {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
  func autoRegister() {
    register { MyService() as MyServiceType }
  }
}

@Suite(.container) struct ResolvingTests {
  @Test("A type is registered by its closure and resolved by its type")
  func registerAndResolve() {
    Container.shared.register { MyService() as MyServiceType }
    let svc: MyServiceType? = Container.shared.resolve()
    #expect(svc is MyService)
  }

  @Test("A type is registered and resolved by name of the type")
  func explicitType() {
    let container = Container()
    container.register(MyServiceType.self) { MyService() }
    #expect(container.resolve(MyServiceType.self) is MyService)
  }

  @Test("A type that is not registered resolves to nil")
  func absent() {
    let container = Container()
    let svc: MyServiceType? = container.resolve()
    #expect(svc == nil)
    #expect(container.resolve(Report.self) == nil)
  }

  @Test("A type that is not registered has no factory")
  func absentFactory() {
    #expect(Container().factory(MyServiceType.self) == nil)
  }

  @Test("A registered type has a factory")
  func factory() {
    let container = Container()
    container.register { MyService() as MyServiceType }
    let factory: Factory<MyServiceType>? = container.factory()
    #expect(factory?() is MyService)
    #expect(container.factory(MyServiceType.self)?.resolve() is MyService)
  }

  @Test("Requesting a type that is not registered does not register it")
  func askingDoesNotRegister() {
    let container = Container()
    _ = container.factory(Report.self)
    _ = container.resolve(Report.self)
    #expect(container.resolve(Report.self) == nil)
  }

  @Test("Each type has its own registration")
  func types() {
    let container = Container()
    container.register { MyService() }
    container.register { MyService() as MyServiceType }
    container.register { Report() }
    container.register(MyServiceType.self) { MockService() }
    #expect(container.resolve(MyService.self) != nil)
    #expect(container.resolve(MyServiceType.self) is MockService)
    #expect(container.resolve(Report.self) == Report())
  }

  @Test("A registration replaces an earlier one of that type")
  func replaces() {
    let container = Container()
    container.register { Report(title: "one") }
    container.register { Report(title: "two") }
    #expect(container.resolve(Report.self)?.title == "two")
  }

  @Test("A closure may resolve other types")
  func dependencies() {
    let container = Container()
    container.register { [unowned container] in Consumer(service: container.resolve()) }
    container.register { MyService() as MyServiceType }
    #expect(container.resolve(Consumer.self)?.service is MyService)
  }

  @Test("Without a scope each resolution creates a new instance")
  func unique() {
    let container = Container()
    container.register { MyService() }
    #expect(container.resolve(MyService.self) !== container.resolve(MyService.self))
  }

  @Test(
    "A registration can be given a scope", arguments: [Scope.cached, .shared, .singleton])
  func scope(scope: Scope) {
    let container = Container()
    container.register { MyService() }.scope(scope)
    let first = container.resolve(MyService.self)
    #expect(first != nil)
    #expect(container.resolve(MyService.self) === first)
  }

  @Test("The scope of a registered type can be reset")
  func scopeReset() {
    let container = Container()
    container.register { MyService() }.scope(.cached)
    let first = container.resolve(MyService.self)
    container.manager.reset(scope: .cached)
    #expect(container.resolve(MyService.self) !== first)
  }

  @Test("Registering a type again keeps its scope and evicts its instance")
  func registeredAnew() {
    let container = Container()
    container.register { MyService() as MyServiceType }.scope(.cached)
    let first = container.resolve(MyServiceType.self)
    container.register { MockService() as MyServiceType }
    let second = container.resolve(MyServiceType.self)
    #expect(second !== first)
    #expect(second is MockService)
    #expect(container.resolve(MyServiceType.self) === second)
  }

  @Test("The factory of a type takes registrations and modifiers")
  func factoryModifiers() {
    let container = Container()
    container.register { MyService() as MyServiceType }
    container.factory(MyServiceType.self)?.register { MockService() }.scope(.cached)
    let first = container.resolve(MyServiceType.self)
    #expect(first is MockService)
    #expect(container.resolve(MyServiceType.self) === first)
  }

  @Test("A decorator on a registered type sees its instances")
  func decorator() {
    let container = Container()
    let seen = Counter()
    container.register { MyService() }.decorator { _ in seen.increment() }
    _ = container.resolve(MyService.self)
    #expect(seen.value == 1)
  }

  @Test("A reset of registrations removes the type")
  func reset() {
    let container = Container()
    container.register { MyService() }
    container.manager.reset(options: .registration)
    #expect(container.resolve(MyService.self) == nil)
  }

  @Test("A type is registered in one container instance")
  func perInstance() {
    let container = Container()
    container.register { MyService() }
    #expect(Container().resolve(MyService.self) == nil)
  }

  @Test("Declared factories and registered types do not mix")
  func declaredFactories() {
    let container = Container()
    #expect(container.declared() is MyService)
    #expect(container.resolve(MyServiceType.self) == nil)
    container.register { MockService() as MyServiceType }
    #expect(container.declared() is MyService)
  }

  @Test("A custom container registers its types in `autoRegister`")
  func autoRegister() {
    #expect(CustomContainer().resolve(MyServiceType.self) is MyService)
  }
}
