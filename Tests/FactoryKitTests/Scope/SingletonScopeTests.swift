// Factory, MIT licence; see LICENSE
//
// The behaviour of `.singleton`: one instance for each declared factory, whatever the container.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class FirstContainer: SharedContainer {
  @TaskLocal static var shared = FirstContainer()
  let manager = ContainerManager()
}

private final class SecondContainer: SharedContainer {
  @TaskLocal static var shared = SecondContainer()
  let manager = ContainerManager()
}

private final class RegisteringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = RegisteringContainer()
  let manager = ContainerManager()
  func autoRegister() {
    service.register { TestService("auto") }
  }
}

extension FirstContainer {
  var service: Factory<any TestServiceType> { self { TestService() }.singleton }
  var another: Factory<any TestServiceType> { self { TestService() }.singleton }
  var plain: Factory<any TestServiceType> { self { TestService() } }
  var value: Factory<Int> { self { .random(in: 0...(.max)) }.singleton }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.singleton
  }
}

extension SecondContainer {
  var service: Factory<any TestServiceType> { self { TestService() }.singleton }
}

extension RegisteringContainer {
  var service: Factory<any TestServiceType> { self { TestService() }.singleton }
}

extension SharedContainer {
  fileprivate var singletonForAll: Factory<any TestServiceType> { self { TestService() }.singleton }
}

@Suite("Singleton scope", .container) struct SingletonScopeTests {
  private let container = FirstContainer()

  @Test("All containers of a type share a singleton")
  func acrossInstances() {
    #expect(container.service() === FirstContainer().service())
    #expect(container.service() === FirstContainer.shared.service())
  }

  @Test("A singleton outlives the container that created it")
  func outlives() {
    var first: FirstContainer? = FirstContainer()
    let instance = first?.service()
    first = nil
    #expect(container.service() === instance)
  }

  @Test("Two singleton factories of one type have an instance each")
  func perFactory() {
    #expect(container.service() !== container.another())
  }

  @Test("Container types with singletons of equal name and type do not share")
  func perContainerType() {
    #expect(container.service() !== SecondContainer().service())
  }

  @Test("All containers share a singleton that is declared on SharedContainer")
  func forAll() {
    let instance = Container.shared.singletonForAll()
    #expect(container.singletonForAll() === instance)
    #expect(SecondContainer().singletonForAll() === instance)
  }

  @Test("A value can be a singleton")
  func value() {
    #expect(container.value() == FirstContainer().value())
  }

  @Test(
    "A singleton survives a container reset",
    arguments: [
      FactoryResetOptions.all, .scope, .registration, .context, .none,
    ])
  func survivesReset(options: FactoryResetOptions) {
    let before = container.service()
    container.manager.reset(options: options)
    #expect(container.service() === before)
    container.reset(options: options)
    #expect(container.service() === before)
  }

  @Test("A singleton survives a reset of the singleton scope through a container")
  func survivesScopeReset() {
    let log = ExpectedLines(containing: "FirstContainer does not manage singletons")
    let before = container.service()
    container.manager.reset(scope: .singleton)
    #expect(container.service() === before)
    #expect(log.lines.count == 1)
  }

  @Test("Scope.singleton.reset() evicts every singleton")
  func scopeReset() {
    let (one, two) = (container.service(), container.byNumber(2))
    Scope.singleton.reset()
    #expect(container.service() !== one)
    #expect(container.byNumber(2) !== two)
  }

  @Test(
    "Resetting the factory evicts its singleton and no other",
    arguments: [
      FactoryResetOptions.all, .scope,
    ])
  func factoryReset(options: FactoryResetOptions) {
    let (one, another) = (container.service(), container.another())
    container.service.reset(options)
    #expect(FirstContainer().service() !== one)
    #expect(container.another() === another)
  }

  @Test("Registering inside autoRegister keeps an existing singleton")
  func registerInAutoRegister() {
    let before = RegisteringContainer().service()
    #expect(before.label == "auto")
    #expect(RegisteringContainer().service() === before)
  }

  @Test("A factory that leaves the singleton scope and returns has a new singleton")
  func offAndBack() {
    let before = container.plain.singleton()
    #expect(container.plain.cached() !== before)
    #expect(container.plain.singleton() !== before)
  }

  @Test("A factory that is unique for a while has a new singleton, resolved meanwhile or not")
  func offAndBackUnresolved() {
    let before = container.plain.singleton()
    _ = container.plain.unique
    #expect(container.plain.singleton() !== before)
  }

  @Test("A factory that leaves a default singleton scope and returns has a new singleton")
  func offAndBackByDefault() {
    container.manager.defaultScope = .singleton
    let before = container.plain()
    #expect(container.plain.cached() !== before)
    #expect(container.plain.singleton() !== before)
  }

  @Test("The modifier and scope(.singleton) are the same scope")
  func spelledOut() {
    let instance = container.plain.scope(.singleton)()
    #expect(container.plain.singleton() === instance)
  }
}

@Suite("Clones of the singleton scope", .container) struct SingletonCloneTests {
  private let container = FirstContainer()

  @Test("A clone has the singletons that exist already")
  func seesExisting() {
    let before = container.service()
    let parameter = container.byNumber(4)
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      #expect(container.service() === before)
      #expect(container.byNumber(4) === parameter)
    }
  }

  @Test("A singleton created inside a clone is not visible outside")
  func staysInside() {
    let inside = Scope.$singleton.withValue(Scope.singleton.clone()) { container.service() }
    #expect(container.service() !== inside)
  }

  @Test("Resetting a clone does not affect the original")
  func resetInside() {
    let before = container.service()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      Scope.singleton.reset()
      #expect(container.service() !== before)
    }
    #expect(container.service() === before)
  }

  @Test("Registering inside a clone does not evict the original's instance")
  func registerInside() {
    let before = container.service()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      FirstContainer().service.register { TestService("inside") }
      #expect(container.service() !== before)
    }
    #expect(container.service() === before)
  }

  @Test("A clone of a clone has the singletons that the first one created")
  func twice() {
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      let inside = container.service()
      Scope.$singleton.withValue(Scope.singleton.clone()) {
        #expect(container.service() === inside)
      }
    }
  }

  @Test("A default singleton scope set outside a clone means the clone inside it")
  func defaultScope() {
    container.manager.defaultScope = .singleton
    let before = container.plain()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      Scope.singleton.reset()
      #expect(container.plain() !== before)
    }
    #expect(container.plain() === before)
  }

  @Test("Child tasks see the clone")
  func childTasks() async {
    await Scope.$singleton.withValue(Scope.singleton.clone()) {
      let inside = container.service()
      async let seen = container.service()
      #expect(await seen === inside)
    }
  }
}
