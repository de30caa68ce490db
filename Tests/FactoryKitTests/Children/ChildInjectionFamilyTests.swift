// Factory, MIT licence; see LICENSE
//
// Injection in families of containers: children of custom containers, of children, and of several types at once.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A second custom type.
private final class Kiosk: SharedContainer {
  @TaskLocal static var shared = Kiosk()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Kiosk) { manager = ContainerManager(childOf: parent) }

  var origin: Factory<Origin> { self { Origin("kiosk") } }
  var visit: Factory<Visit> { self { Visit() } }

  static func child(_ name: String) -> Kiosk {
    let child = Kiosk(parent: .shared)
    child.origin.register { Origin(name) }
    return child
  }
}

/// Injects from containers of three types, at once and later.
private final class Visit {
  let origins: [Origin] = [
    dependency(\.origin), dependency(\Depot.origin), dependency(\Kiosk.origin),
  ]
  @LazyInjected(\.origin) var ofContainer
  @LazyInjected(\Depot.origin) var ofDepot
  @DynamicInjected(\Kiosk.origin) var ofKiosk

  var names: [String] { origins.map(\.name) }
  var laterNames: [String] { [ofContainer.name, ofDepot.name, ofKiosk.name] }
}

extension Depot {
  fileprivate convenience init(childOf parent: Container) {
    self.init(manager: ContainerManager(childOf: parent))
  }

  fileprivate convenience init(childOf parent: Container, sharing scope: Scope) {
    self.init(manager: ContainerManager(childOf: parent, sharing: scope))
  }
}

private final class NameList {
  var all: [String] = []
  func append(_ name: String) { all.append(name) }
}

private final class Stored: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @Injected(\.origin) var injected
  @LazyInjected(\.origin) var lazy
  @InjectedContainer var container
}

private final class DepotStored {
  @Injected(\Depot.origin) var injected
  @LazyInjected(\Depot.origin) var lazy
  @WeakLazyInjected(\Depot.cachedOrigin) var weak
  @DynamicInjected(\Depot.origin) var dynamic
  @InjectedContainer(Depot.self) var container

  var names: [String?] { [injected.name, lazy.name, weak?.name, dynamic.name] }
  var laterNames: [String?] { Array(names.dropFirst()) }
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var stored: Factory<Stored> { self { Stored() }.scope(.session) }
  fileprivate var visit: Factory<Visit> { self { Visit() } }
}

extension Depot {
  fileprivate var stored: Factory<DepotStored> { self { DepotStored() } }
  fileprivate var cachedStored: Factory<DepotStored> { self { DepotStored() }.cached }
  fileprivate var visit: Factory<Visit> { self { Visit() } }
}

@Suite("Injection in families", .container) struct ChildInjectionFamilyTests {
  // MARK: A child of another type than its parent

  @Test("What the parent keeps has nothing of a child of another type that is named in it")
  func partOfOtherType() {
    let session = Container.child("session")
    let depot = Depot(childOf: session)
    depot.register("child depot")
    let stored = Factory<DepotStored>(session, key: "stored") { depot.stored() }.cached()
    #expect(stored.names == ["depot", "depot", "depot", "depot"])
    #expect(stored.container === Depot.shared)
  }

  @Test(
    "The decorator of what the parent keeps for it injects from the shared container of its type")
  func decoratorOfOtherType() {
    let depot = Depot(childOf: Container.child("session"), sharing: .cached)
    depot.register("child depot")
    let names = NameList()
    let decorated = Factory<Origin>(depot, key: "decorated") { Origin("made") }
      .decorator { _ in names.append(dependency(\Depot.origin).name) }.cached
    _ = (decorated(), decorated())
    #expect(names.all == ["depot", "depot"])
  }

  // MARK: Custom containers

  @Test("A custom child: all wrappers of what it builds inject from it")
  func customChild() {
    let depot = Depot.child("child depot")
    defer { depot.reset() }
    for stored in [depot.stored(), depot.cachedStored()] {
      #expect(stored.names == Array(repeating: "child depot", count: 4))
      #expect(stored.container === depot)
    }
  }

  @Test("A custom child that is gone: wrappers that remember it use the shared container")
  func customChildGone() {
    weak var weakDepot: Depot?
    let stored: DepotStored
    do {
      let depot = Depot.child("child depot")
      stored = depot.stored()
      weakDepot = depot
    }
    // It would keep the child.
    stored.container = .shared
    #expect(weakDepot == nil)
    #expect(stored.injected.name == "child depot")
    #expect(stored.laterNames == ["depot", "depot", "depot"])
    #expect(stored.$injected.factory().name == "depot")
  }

  // MARK: Several types

  @Test("When one of them is gone, the wrappers of its type use the shared container")
  func oneTypeGone() {
    let kiosk = Kiosk.child("child kiosk")
    let depot = Depot.child("child depot")
    let visit: Visit
    do {
      let child = Container.child("child")
      child.visit.register { depot.visit() }
      kiosk.visit.register { [unowned child] in child.visit() }
      visit = kiosk.visit()
      #expect(visit.names == ["child", "child depot", "child kiosk"])
      kiosk.visit.reset()
    }
    #expect(visit.laterNames == ["root", "child depot", "child kiosk"])
  }

  // MARK: A child that resolves from another child

  // MARK: Three generations
}
