// Factory, MIT licence; see LICENSE
//
// Injection by type. (Guide: Property wrappers, Resolver mode.)
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject, Sendable {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}
private struct Report: Equatable {
  var title = "original"
}

private final class CustomContainer: SharedContainer, Resolving {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}

private final class Consumer {
  @InjectedType var service: MyServiceType?
  @InjectedType var report: Report?
  @InjectedType(CustomContainer.self) var custom: MyServiceType?
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
    let container = CustomContainer()
    container.register { MockService() as MyServiceType }
    CustomContainer.$shared.withValue(container) {
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

  @Test("A main-actor class injects by type") @MainActor
  func mainActor() {
    Container.shared.register { MyService() as MyServiceType }
    #expect(MainActorObject().service is MyService)
  }
}
