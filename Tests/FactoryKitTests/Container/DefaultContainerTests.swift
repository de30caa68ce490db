// Factory, MIT licence; see LICENSE
//
// The container that applications extend, and what a container instance owns. (Guide: The
// default Container, Core mental model.)
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Service: Sendable {
  let name: String
  init(name: String = "live") { self.name = name }
}
private final class Dependent {
  let service: Service
  init(service: Service) { self.service = service }
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var cachedService: Factory<Service> { self { Service() }.cached }
  fileprivate var sessionService: Factory<Service> { self { Service() }.scope(.session) }
  fileprivate var parameterService: ParameterFactory<Int, Service> {
    self { _ in Service() }.scopeOnParameters.cached
  }
  fileprivate var singletonService: Factory<Service> { self { Service() }.singleton }
  fileprivate var sharedService: Factory<Service> { self { Service() }.shared }
  fileprivate var dependent: Factory<Dependent> {
    self { Dependent(service: self.cachedService()) }.cached
  }
}

/// Counts when it is deinitialised.
private final class Witness {
  let deinitialised: Counter
  init(_ deinitialised: Counter) { self.deinitialised = deinitialised }
  deinit { deinitialised.increment() }
}

@Suite struct DefaultContainerTests {
  @Test("The shared container is always the same")
  func sharedContainer() {
    #expect(Container.shared === Container.shared)
  }

  @Test("`Container()` creates a container that is not the shared one")
  func ownContainer() {
    #expect(Container() !== Container.shared)
  }

  @Test("A container always has the same manager")
  func manager() {
    let container = Container()
    #expect(container.manager === container.manager)
    #expect(container.manager !== Container().manager)
  }

  @Test("Registrations belong to the container instance")
  func registrationsBelongToInstance() {
    let (one, other) = (Container(), Container())
    one.service.register { Service(name: "mock") }
    #expect(one.service().name == "mock")
    #expect(other.service().name == "live")
  }

  @Test("Cached instances belong to the container instance")
  func cachesBelongToInstance() {
    let (one, other) = (Container(), Container())
    #expect(one.cachedService() === one.cachedService())
    #expect(one.cachedService() !== other.cachedService())
  }

  @Test("A container that is released releases its cached instance")
  func freesCached() {
    var container: Container? = Container()
    weak let instance = container?.cachedService()
    #expect(instance != nil)
    container = nil
    #expect(instance == nil)
  }

  @Test("A container that is released releases the instance of a custom scope")
  func freesCustomScope() {
    var container: Container? = Container()
    weak let instance = container?.sessionService()
    #expect(instance != nil)
    container = nil
    #expect(instance == nil)
  }

  @Test("A container that is released releases the instances of all parameters")
  func freesParameters() {
    var container: Container? = Container()
    weak let one = container?.parameterService(1)
    weak let two = container?.parameterService(2)
    #expect(one != nil && two != nil)
    container = nil
    #expect(one == nil && two == nil)
  }

  @Test("A container that is released leaves an instance to its other owners")
  func leavesHeldInstance() {
    var container: Container? = Container()
    let instance = container?.cachedService()
    container = nil
    #expect(instance?.name == "live")
  }

  @Test("A container that is released releases its registrations")
  func freesRegistrations() {
    let deinitialised = Counter()
    var container: Container? = Container()
    do {
      let witness = Witness(deinitialised)
      container?.service.register {
        _ = witness
        return Service()
      }
    }
    #expect(deinitialised.value == 0)
    container = nil
    #expect(deinitialised.value == 1)
  }

  @Test("A container is released although its factories refer to it and were resolved")
  func noRetainCycle() {
    var container: Container? = Container()
    weak let observed = container
    _ = container?.dependent()
    container?.service.register { Service() }
    _ = container?.service()
    _ = container?.sharedService()
    container = nil
    #expect(observed == nil)
  }

  @Test("A singleton survives its container", .container)
  func singletonSurvives() {
    var container: Container? = Container()
    weak let instance = container?.singletonService()
    container = nil
    #expect(instance != nil)
    #expect(Container().singletonService() === instance)
  }

  @Test("A factory value keeps its container alive")
  func factoryOutlivesContainer() {
    let factory = Container().cachedService
    #expect(factory() === factory())
  }
}
