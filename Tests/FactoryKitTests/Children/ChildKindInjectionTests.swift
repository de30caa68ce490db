// Factory, MIT licence; see LICENSE
//
// The kinds of factories that code injects while a child builds: each with `dependency`, main-actor factories and groups
// with the wrappers.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol OriginContainer: SharedContainer {
  var origin: Factory<Origin> { get }
}

extension Container: OriginContainer {}
extension Depot: OriginContainer {}

extension OriginContainer {
  fileprivate var plain: Factory<String> { self { self.origin().name } }
  fileprivate var byNumber: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var throwing: ThrowingFactory<String, any Error> { self { self.origin().name } }
  fileprivate var async: AsyncFactory<String, Never> { self { self.origin().name } }
  fileprivate var asyncByNumber: AsyncParameterFactory<Int, String, any Error> {
    self { "\(self.origin().name) \($0)" }
  }
  fileprivate var mainActor: MainActorFactory<String> { self { self.origin().name } }
  fileprivate var mainActorByNumber: MainActorParameterFactory<Int, String> {
    self { "\(self.origin().name) \($0)" }
  }
}

/// The kinds of factory.
private enum Kind: CaseIterable, Sendable {
  case plain, byNumber, throwing, async, asyncByNumber, mainActor, mainActorByNumber

  var isByNumber: Bool { "\(self)".lowercased().hasSuffix("bynumber") }

  func ofContainer() async throws -> String {
    switch self {
    case .plain: dependency(\.plain)
    case .byNumber: dependency(\.byNumber, parameter: 1)
    case .throwing: try dependency(\.throwing)
    case .async: await dependency(\.async)
    case .asyncByNumber: try await dependency(\.asyncByNumber, parameter: 1)
    case .mainActor: await dependency(\.mainActor)
    case .mainActorByNumber: await dependency(\.mainActorByNumber, parameter: 1)
    }
  }

  func ofDepot() async throws -> String {
    switch self {
    case .plain: dependency(\Depot.plain)
    case .byNumber: dependency(\Depot.byNumber, parameter: 1)
    case .throwing: try dependency(\Depot.throwing)
    case .async: await dependency(\Depot.async)
    case .asyncByNumber: try await dependency(\Depot.asyncByNumber, parameter: 1)
    case .mainActor: await dependency(\Depot.mainActor)
    case .mainActorByNumber: await dependency(\Depot.mainActorByNumber, parameter: 1)
    }
  }

  func name(_ name: String) -> String { isByNumber ? "\(name) 1" : name }
}

@Suite("`dependency` in a child", .container) struct ChildDependencyTests {
  @Test(
    "Every kind of factory resolves from the child, also of a custom container",
    arguments: Kind.allCases)
  fileprivate func kinds(kind: Kind) async throws {
    let ofContainer = AsyncFactory<String, any Error>(Container.child("child"), key: "dependency") {
      try await kind.ofContainer()
    }
    let ofDepot = AsyncFactory<String, any Error>(Depot.child("child depot"), key: "dependency") {
      try await kind.ofDepot()
    }
    #expect(try await ofContainer() == kind.name("child"))
    #expect(try await ofDepot() == kind.name("child depot"))
  }
}

// MARK: Main-actor factories

extension Container {
  fileprivate var screen: MainActorFactory<MainScreen> { self { MainScreen(self.origin().name) } }
  fileprivate var cachedScreen: MainActorFactory<MainScreen> {
    self { MainScreen(self.origin().name) }.cached
  }
  fileprivate var screenByNumber: MainActorParameterFactory<Int, MainScreen> {
    self { MainScreen("\(self.origin().name) \($0)") }
  }
  fileprivate var window: MainActorFactory<Window> { self { Window() } }
}

@MainActor private final class Window {
  @Injected(\.screen) var injected
  @LazyInjected(\.screen) var lazy
  @WeakLazyInjected(\.cachedScreen) var weak
  @DynamicInjected(\.screen) var dynamic
  let called: MainScreen = dependency(\.screen)
  let calledByNumber: MainScreen = dependency(\.screenByNumber, parameter: 1)
  @InjectedContainer var container
}

extension Depot {
  fileprivate var screen: MainActorFactory<MainScreen> { self { MainScreen(self.origin().name) } }
  fileprivate var window: MainActorFactory<DepotWindow> { self { DepotWindow() } }
}

@MainActor private final class DepotWindow {
  @Injected(\Depot.screen) var injected
}

extension Window {
  fileprivate var titles: [String?] {
    [injected.title, lazy.title, weak?.title, dynamic.title, called.title]
  }
}

@Suite("Main-actor factories in a child", .container)
@MainActor struct ChildMainActorInjectionTests {
  @Test("All wrappers of a main-actor factory inject from the child")
  func wrappers() {
    let child = Container.child("child")
    let window = child.window()
    #expect(window.titles == Array(repeating: "child", count: 5))
    #expect(window.calledByNumber.title == "child 1")
    #expect(window.container === child)
    #expect(window.weak === child.cachedScreen())
    let depot = Depot.child("child depot")
    #expect(depot.window().injected.title == "child depot")
  }

  @Test(
    "Wrappers of a main-actor factory that remember a child use the shared container when it is gone"
  )
  func gone() {
    var child: Container? = .child("child")
    let window = child!.window()
    // The window's container would keep the child.
    window.container = .shared
    child = nil
    #expect(window.injected.title == "child")
    #expect(window.$injected.factory().title == "root")
    #expect(window.lazy.title == "root")
    #expect(window.weak === Container.shared.cachedScreen())
    #expect(window.dynamic.title == "root")
    #expect(window.$injected.resolve().title == "root")
  }
}

// MARK: Groups

extension Container {
  fileprivate var tools: FactoryGroup<Origin> { group().add(\.origin) }
  fileprivate var mixed: FactoryGroup<Origin> { group().add(\.origin).add(\Depot.origin) }
  fileprivate var rack: Factory<Rack> { self { Rack() } }
  fileprivate var mixedRack: Factory<MixedRack> { self { MixedRack() } }
}

extension Depot {
  fileprivate var tools: FactoryGroup<Origin> { group().add(\Depot.origin).add(\.origin) }
  fileprivate var ofContainer: Factory<[Origin]> { self { Container.shared.mixed() } }
}

private final class Rack {
  @Injected(\.tools) var injected: [Origin]
  @LazyInjected(\.tools) var lazy: [Origin]
  @DynamicInjected(\.tools) var dynamic: [Origin]
  let called: [Origin] = dependency(\.tools)
}

private final class MixedRack {
  let origins: [Origin] = dependency(\.mixed)
}

extension [Origin] {
  fileprivate var names: [String] { map(\.name) }
}

@Suite("Groups in a child", .container) struct ChildGroupInjectionTests {
  @Test("All wrappers of a group inject the child's members")
  func wrappers() {
    let child = Container.child("child")
    child.tools.add { Origin("member") }
    let rack = child.rack()
    for tools in [rack.injected, rack.lazy, rack.dynamic, rack.called, rack.$injected.factory()] {
      #expect(tools.names == ["child", "member"])
    }
  }

  @Test("A member of another container type comes from the shared container of that type")
  func otherType() {
    let child = Container.child("child")
    #expect(child.mixed().names == ["child", "depot"])
    #expect(child.mixedRack().origins.names == ["child", "depot"])
    let depot = Depot(parent: .shared)
    #expect(depot.run(Depot.$shared) { child.mixed() }.names == ["child", "depot"])
    depot.register("shared depot")
    #expect(
      depot.run(Depot.$shared) { child.mixedRack().origins }.names == ["child", "shared depot"])
  }

  @Test("A member of another container type comes from the child of that type around the group")
  func otherTypeAround() {
    let child = Container.child("child")
    let depot = Depot.child("child depot")
    // Their closures retain each other.
    defer { depot.reset() }
    depot.ofContainer.register { child.mixed() }
    #expect(depot.ofContainer().names == ["child", "child depot"])
    child.mixedRack.register {
      #expect(depot.tools().names == ["child depot", "child"])
      return MixedRack()
    }
    #expect(child.mixedRack().origins.names == ["child", "depot"])
  }

  @Test("A member that is added in a child with a key path is resolved from that child")
  func addedInChild() {
    let child = Container.child("child")
    child.tools.add(\.cachedOrigin)
    #expect(child.rack().injected[1] === child.cachedOrigin())
    #expect(Container.shared.tools().names == ["root"])
  }
}
