// Factory, MIT licence; see LICENSE
//
// Registration, resolution and injection by type. (Guide: Resolver mode, Property wrappers.)
import FactoryTestSupport
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

  @Test("A closure may resolve other types")
  func dependencies() {
    let container = Container()
    container.register { [unowned container] in TypeConsumer(service: container.resolve()) }
    container.register { MyService() as MyServiceType }
    #expect(container.resolve(TypeConsumer.self)?.service is MyService)
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
    #expect(RegisteringContainer().resolve(MyServiceType.self) is MyService)
  }
}

private final class ResolvingContainer: SharedContainer, Resolving {
  @TaskLocal static var shared = ResolvingContainer()
  let manager = ContainerManager()
}

private final class Consumer {
  @InjectedType var service: MyServiceType?
  @InjectedType var report: Report?
  @InjectedType(ResolvingContainer.self) var custom: MyServiceType?
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

@MainActor private final class MainActorObject {
  @InjectedType var service: MyServiceType?
}

@Suite(.container) struct InjectedTypeTests {
  @Test("`@InjectedType` resolves its type from the default container")
  func defaultContainer() {
    Container.shared.register { MyService() as MyServiceType }
    #expect(Consumer().service is MyService)
  }

  @Test("`@InjectedType` is nil for a type that is not registered")
  func absent() {
    #expect(Consumer().service == nil)
    #expect(Consumer().report == nil)
  }

  @Test("`@InjectedType` resolves a value type")
  func valueType() {
    Container.shared.register { Report() }
    #expect(Consumer().report == Report())
  }

  @Test("`@InjectedType(Custom.self)` resolves from that container")
  func customContainer() {
    let container = ResolvingContainer()
    container.register { MockService() as MyServiceType }
    ResolvingContainer.$shared.withValue(container) {
      #expect(Consumer().custom is MockService)
    }
    #expect(Consumer().custom == nil)
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

  @Test("`@InjectedType` resolves when the object is created")
  func eager() {
    let consumer = Consumer()
    Container.shared.register { MyService() as MyServiceType }
    #expect(consumer.service == nil)
  }

  @Test("`@InjectedType` respects the scope")
  func scope() {
    Container.shared.register { MyService() as MyServiceType }.scope(.cached)
    #expect(Consumer().service === Consumer().service)
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
