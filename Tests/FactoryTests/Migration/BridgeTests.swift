// Factory, MIT licence; see LICENSE
//
// Static factories that refer to FactoryKit's, and the reverse.
import Factory
import Testing

extension Container {
  fileprivate static let singleton = Factory(\.bridgedSingleton)
  fileprivate static let license = Factory(\.bridgedLicense)
  fileprivate static let cached = Factory(\.bridgedCached)
  fileprivate static let session = Factory(\.bridgedSession)
  fileprivate static let parameter = ParameterFactory(\.bridgedParameter)
  fileprivate static let shared = Factory(\BridgedContainer.shared)
  fileprivate static let otherParameter = ParameterFactory(\BridgedContainer.parameter)

  static let declaredHere = Factory(scope: .cached) { Bridged("1.x") }
  static let parameterHere = ParameterFactory<String, Bridged>(scope: .cached) { Bridged($0) }
}

private class LateContainer: SharedContainer {
  static let late = Factory(\.bridgedLate)
}

private class Screen {
  @Injected(Container.cached) var eager
  @LazyInjected(Container.cached) var lazy
  @WeakLazyInjected(Container.shared) var weak
}

@Suite("1.x: Bridges to FactoryKit", .container, .staticContainer, .bridgedContainer)
struct BridgeTests {
  private let modern = FactoryKitContainers.container

  @Test("A bridged factory and its FactoryKit factory are the same factory")
  func instances() {
    #expect(Container.singleton() === modern.bridgedSingleton())
    #expect(Container.cached() === modern.bridgedCached())
    #expect(Container.parameter("a").text == "a")
    #expect(Container.otherParameter("b").text == "b")
    let shared = Container.shared()
    let screen = Screen()
    #expect(screen.weak === shared)
    #expect(screen.lazy === screen.eager)
    #expect(modern.ofStatics() === Container.declaredHere())
    #expect(modern.parameterOfStatics("c") === Container.parameterHere("d"))
  }

  @Test("Registrations apply to both modules, and one reset removes all of them")
  func registrations() {
    Container.cached.register { Bridged("mock") }
    Container.parameter.register { Bridged("mock \($0)") }
    modern.ofStatics.register { Bridged("mock") }
    modern.bridgedSession.register { Bridged("mock") }
    modern.unbridged.register { Bridged("mock") }
    #expect(Container.session().text == "mock")
    #expect(modern.bridgedCached().text == "mock")
    #expect(modern.bridgedParameter("a").text == "mock a")
    #expect(Container.declaredHere().text == "mock")
    #expect(!Container.Registrations.isEmpty)
    Container.Registrations.reset()
    #expect(Container.Registrations.isEmpty)
    Container.Scope.reset()
    #expect(modern.bridgedSession().text == "original")
    #expect(modern.unbridged().text == "mock")
    #expect(modern.bridgedCached().text == "original")
    #expect(modern.bridgedParameter("a").text == "a")
    #expect(Container.declaredHere().text == "1.x")
    Container.parameter.register { Bridged("mock \($0)") }
    Container.parameter.reset(.none)
    #expect(Container.parameter("a").text == "mock a")
  }

  @Test("Resets of scopes evict the instances of bridged factories")
  func scopes() {
    let (singleton, cached) = (Container.singleton(), Container.cached())
    let (session, shared) = (Container.session(), Container.shared())
    let license = Container.license()
    #expect(!Container.Scope.shared.isEmpty)
    #expect(!Container.Scope.cached.isEmpty)
    #expect(!Container.Scope.session.isEmpty)
    #expect(!Container.Scope.singleton.isEmpty)
    Container.Scope.session.reset()
    #expect(Container.session() !== session)
    #expect(Container.cached() === cached)
    Container.Scope.reset()
    #expect(Container.Scope.cached.isEmpty)
    #expect(modern.bridgedCached() !== cached)
    #expect(Container.shared() !== shared)
    #expect(modern.bridgedSingleton() === singleton)
    #expect(modern.bridgedLicense() === license)
    Container.Scope.reset(includingSingletons: true)
    #expect(Container.Scope.singleton.isEmpty)
    #expect(modern.bridgedSingleton() !== singleton)
  }

  @Test("push and pop include bridges, also one that is first used after push")
  func snapshots() {
    let singleton = Container.singleton()
    Container.Registrations.push()
    Container.singleton.register { Bridged("mock") }
    LateContainer.late.register { Bridged("mock") }
    #expect(modern.bridgedSingleton().text == "mock")
    #expect(modern.bridgedLate().text == "mock")
    Container.Registrations.pop()
    #expect(modern.bridgedSingleton() === singleton)
    #expect(modern.bridgedLate().text == "original")
  }
}
