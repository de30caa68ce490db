// Factory, MIT licence; see LICENSE
//
// Containers that register before they are first used. (Guide: AutoRegistering.)
import FactoryTestSupport
import FactoryTesting
import Testing

private class Service {
  let name: String
  init(name: String = "original") { self.name = name }
}

/// A container whose tests decide what `autoRegister` does.
private final class AutoContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = AutoContainer()
  let manager = ContainerManager()
  let runs = Counter()
  let work: @Sendable (AutoContainer) -> Void

  init(_ work: @escaping @Sendable (AutoContainer) -> Void = { _ in }) {
    self.work = work
  }

  func autoRegister() {
    runs.increment()
    work(self)
  }

  var service: Factory<Service> { self { Service() } }
  var other: Factory<Service> { self { Service(name: "other") } }
  var cachedService: Factory<Service> { self { Service() }.cached }
  var singletonService: Factory<Service> { self { Service() }.singleton }
  var parameterService: ParameterFactory<Int, Service> { self { Service(name: "\($0)") } }
  var dependent: Factory<[String]> { self { [self.service().name, self.other().name] } }
}

@Suite struct AutoRegisteringTests {
  @Test("`autoRegister` does not run when the container is created")
  func notAtInit() {
    #expect(AutoContainer().runs.value == 0)
  }

  @Test("`autoRegister` runs before the first resolution")
  func beforeFirstResolution() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    #expect(container.service().name == "auto")
    #expect(container.runs.value == 1)
  }

  @Test("`autoRegister` runs before the first resolution with a parameter")
  func beforeFirstParameterResolution() {
    let container = AutoContainer { container in
      container.parameterService.register { Service(name: "auto \($0)") }
    }
    #expect(container.parameterService(1).name == "auto 1")
  }

  @Test("`autoRegister` runs once for each container instance")
  func onceForEachInstance() {
    let (one, other) = (AutoContainer(), AutoContainer())
    for _ in 0..<3 {
      _ = one.service()
      _ = one.other()
    }
    _ = other.service()
    #expect(one.runs.value == 1)
    #expect(other.runs.value == 1)
  }

  @Test("`autoRegister` runs before the first registration, which therefore wins")
  func beforeFirstRegistration() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    container.service.register { Service(name: "mine") }
    #expect(container.runs.value == 1)
    #expect(container.service().name == "mine")
    #expect(container.runs.value == 1)
  }

  @Test("A later registration replaces that of `autoRegister`")
  func laterRegistration() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    _ = container.service()
    container.service.register { Service(name: "mine") }
    #expect(container.service().name == "mine")
  }

  @Test("`autoRegister` runs before a dependency is resolved")
  func dependencies() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    #expect(container.dependent() == ["auto", "other"])
  }

  @Test("Factories can be resolved inside `autoRegister` with the registrations made so far")
  func resolveInside() {
    let names = LockedValue([String]())
    let container = AutoContainer { container in
      let before = container.service().name
      container.service.register { Service(name: "auto") }
      let after = container.service().name
      names.withLock { $0 = [before, after] }
    }
    #expect(container.other().name == "other")
    #expect(names.withLock { $0 } == ["original", "auto"])
    #expect(container.runs.value == 1)
  }

  @Test("An instance cached inside `autoRegister` stays")
  func cacheInside() {
    let inside = LockedValue<ObjectIdentifier?>(nil)
    let container = AutoContainer { container in
      let instance = container.cachedService()
      inside.withLock { $0 = ObjectIdentifier(instance) }
    }
    #expect(ObjectIdentifier(container.cachedService()) == inside.withLock { $0 })
  }

  @Test(
    "`autoRegister` runs again after a reset of registrations",
    arguments: [FactoryResetOptions.all, .registration])
  func rearmed(options: FactoryResetOptions) {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    container.service.register { Service(name: "mine") }
    container.manager.reset(options: options)
    #expect(container.service().name == "auto")
    #expect(container.runs.value == 2)
  }

  @Test("`autoRegister` runs again after `reset()` of the container")
  func rearmedByContainer() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    _ = container.service()
    container.reset()
    #expect(container.service().name == "auto")
    #expect(container.runs.value == 2)
  }

  @Test("After a reset `autoRegister` runs for a factory value that was created before")
  func rearmedForOldFactory() {
    let container = AutoContainer { $0.service.register { Service(name: "auto") } }
    let factory = container.service
    _ = factory()
    container.reset()
    #expect(factory().name == "auto")
    #expect(container.runs.value == 2)
  }

  @Test(
    "`autoRegister` does not run again after other resets",
    arguments: [FactoryResetOptions.scope, .context, .none])
  func notRearmed(options: FactoryResetOptions) {
    let container = AutoContainer()
    _ = container.service()
    container.manager.reset(options: options)
    _ = container.service()
    #expect(container.runs.value == 1)
  }

  @Test("`autoRegister` does not run again after the reset of one factory")
  func notRearmedByFactory() {
    let container = AutoContainer()
    container.service.reset()
    _ = container.service()
    #expect(container.runs.value == 1)
  }

  @Test("`autoRegister` sets the scope of all factories without one")
  func defaultScope() {
    let container = AutoContainer { $0.manager.defaultScope = .cached }
    #expect(container.service() === container.service())
    #expect(container.service() !== container.other())
  }

  @Test("A factory's own scope wins over the default scope")
  func defaultScopeIsOnlyDefault() {
    let container = AutoContainer { $0.manager.defaultScope = .cached }
    #expect(container.service.unique() !== container.service.unique())
  }

  @Test("A registration inside `autoRegister` does not evict a singleton", .container)
  func keepsSingleton() {
    let work: @Sendable (AutoContainer) -> Void = {
      $0.singletonService.register { Service(name: "auto") }
    }
    let first = AutoContainer(work).singletonService()
    #expect(first.name == "auto")
    #expect(AutoContainer(work).singletonService() === first)
  }

  @Test("A registration outside `autoRegister` evicts a singleton", .container)
  func dropsSingleton() {
    let container = AutoContainer()
    let first = container.singletonService()
    container.singletonService.register { Service(name: "mine") }
    #expect(container.singletonService() !== first)
    #expect(container.singletonService().name == "mine")
  }

  @Test("A decorator set in `autoRegister` sees the first resolution")
  func decorator() {
    let seen = Counter()
    let container = AutoContainer { $0.decorator { _ in seen.increment() } }
    _ = container.service()
    #expect(seen.value == 1)
  }

  @Test("A container with `autoRegister` is released")
  func freed() {
    var container: AutoContainer? = AutoContainer { $0.service.register { Service() } }
    weak let observed = container
    _ = container?.cachedService()
    container?.reset()
    _ = container?.cachedService()
    container = nil
    #expect(observed == nil)
  }
}
