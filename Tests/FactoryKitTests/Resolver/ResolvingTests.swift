// Factory, MIT licence; see LICENSE
//
// Registration, resolution and injection by type. (Guide: Resolver mode, Property wrappers.)
import FactoryTesting
import Testing

extension Container: Resolving {}

private struct Report: Equatable {
  var title = "original"
}

private final class TypeConsumer {
  let service: MyServiceType?
  init(service: MyServiceType?) { self.service = service }
}

extension Container {
  fileprivate var declared: Factory<MyServiceType> { self { MyService() } }
}

private final class RegisteringContainer: SharedContainer, Resolving, AutoRegistering {
  @TaskLocal static var shared = RegisteringContainer()
  let manager = ContainerManager()
  func autoRegister() {
    register { MyService() as MyServiceType }
  }
}

@Suite(.container) struct ResolvingTests {
  private let container = Container()

  @Test("A type is registered by its closure and resolved by its type")
  func registerAndResolve() {
    Container.shared.register { MyService() as MyServiceType }
    let svc: MyServiceType? = Container.shared.resolve()
    #expect(svc is MyService)
  }

  @Test("A type is registered and resolved by name of the type")
  func explicitType() {
    container.register(MyServiceType.self) { MyService() }
    #expect(container.resolve(MyServiceType.self) is MyService)
  }

  @Test("Containers of different types have their own singletons of a type")
  func singletons() {
    let own = OwnContainer()
    _ = container.register { Report(title: "container") }.singleton
    _ = own.register { Report(title: "own") }.singleton
    #expect(container.resolve(Report.self)?.title == "container")
    #expect(own.resolve(Report.self)?.title == "own")
  }

  @Test("A type that is not registered resolves to nil, and has no factory")
  func absent() {
    let svc: MyServiceType? = container.resolve()
    #expect(svc == nil)
    #expect(container.resolve(Report.self) == nil)
    #expect(container.factory(MyServiceType.self) == nil)
  }

  @Test("A registered type has a factory")
  func factory() {
    container.register { MyService() as MyServiceType }
    let factory: Factory<MyServiceType>? = container.factory()
    #expect(factory?() is MyService)
    #expect(container.factory(MyServiceType.self)?.resolve() is MyService)
  }

  @Test("Each type has its own registration")
  func types() {
    container.register { MyService() }
    container.register { MyService() as MyServiceType }
    container.register { Report() }
    container.register(MyServiceType.self) { MockService() }
    #expect(container.resolve(MyService.self) != nil)
    #expect(container.resolve(MyServiceType.self) is MockService)
    #expect(container.resolve(Report.self) == Report())
  }

  @Test("A closure may resolve other types")
  func dependencies() {
    container.register { [unowned container] in TypeConsumer(service: container.resolve()) }
    container.register { MyService() as MyServiceType }
    #expect(container.resolve(TypeConsumer.self)?.service is MyService)
  }

  @Test("Registering a type again keeps its scope and evicts its instance")
  func registeredAnew() {
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
    container.register { MyService() as MyServiceType }
    container.factory(MyServiceType.self)?.register { MockService() }.scope(.cached)
    let first = container.resolve(MyServiceType.self)
    #expect(first is MockService)
    #expect(container.resolve(MyServiceType.self) === first)
  }

  @Test("A reset of registrations removes the type")
  func reset() {
    container.register { MyService() }
    container.manager.reset(options: .registration)
    #expect(container.resolve(MyService.self) == nil)
  }

  @Test("Declared factories and registered types do not mix")
  func declaredFactories() {
    #expect(container.declared() is MyService)
    #expect(container.resolve(MyServiceType.self) == nil)
    container.register { MockService() as MyServiceType }
    #expect(container.declared() is MyService)
  }
}

private final class Consumer {
  @InjectedType var service: MyServiceType?
  @InjectedType(RegisteringContainer.self) var custom: MyServiceType?
}

private final class OwnContainer: ManagedContainer, Resolving {
  let manager = ContainerManager()
}

private final class ConsumerOfInstance {
  @InjectedType<MyServiceType> var service: MyServiceType?
  init(_ container: OwnContainer) { _service = InjectedType(container) }

  static func local(_ container: OwnContainer) -> MyServiceType? {
    @InjectedType(container) var service: MyServiceType?
    return service
  }
}

private let ownContainer = OwnContainer()

private final class ConsumerOfConstant {
  @InjectedType(ownContainer) var service: MyServiceType?
  @InjectedType(Container.shared) var shared: MyServiceType?
}

private actor Isolated {
  @InjectedType var service: MyServiceType?
}

@Suite(.container) struct InjectedTypeTests {
  @Test("`@InjectedType` resolves its type from the default container")
  func defaultContainer() {
    Container.shared.register { MyService() as MyServiceType }
    #expect(Consumer().service is MyService)
  }

  @Test("`@InjectedType(Custom.self)` resolves from that container, also what it registers itself")
  func customContainer() {
    let container = RegisteringContainer()
    container.register { MockService() as MyServiceType }
    RegisteringContainer.$shared.withValue(container) {
      #expect(Consumer().custom is MockService)
    }
    #expect(Consumer().custom is MyService)
  }

  @Test("`@InjectedType(container)` resolves from that instance, which need not be a shared one")
  func instance() {
    let container = OwnContainer()
    #expect(ConsumerOfInstance(container).service == nil)
    container.register { MockService() as MyServiceType }
    #expect(ConsumerOfInstance(container).service is MockService)
    #expect(ConsumerOfInstance.local(container) is MockService)
    ownContainer.register { MyService() as MyServiceType }
    #expect(ConsumerOfConstant().service is MyService)
    #expect(ConsumerOfConstant().shared == nil)
  }

  @Test("`@InjectedType` resolves when the object is created, to nil if nothing is registered")
  func eager() {
    let consumer = Consumer()
    Container.shared.register { MyService() as MyServiceType }
    #expect(consumer.service == nil)
  }

  @Test("`@InjectedType` can be assigned to")
  func assignment() {
    let consumer = Consumer()
    consumer.service = MockService()
    #expect(consumer.service is MockService)
    consumer.service = nil
    #expect(consumer.service == nil)
  }

  @Test("An actor injects by type")
  func actor() async {
    Container.shared.register { MyService() as MyServiceType }
    #expect(await Isolated().service is MyService)
  }
}
