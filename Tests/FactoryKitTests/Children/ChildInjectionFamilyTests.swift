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
  fileprivate var nestedVisits: Factory<[Visit]> { self { [Visit()] } }
}

extension Depot {
  fileprivate var stored: Factory<DepotStored> { self { DepotStored() } }
  fileprivate var cachedStored: Factory<DepotStored> { self { DepotStored() }.cached }
  fileprivate var sessionStored: Factory<DepotStored> { self { DepotStored() }.scope(.session) }
  fileprivate var visit: Factory<Visit> { self { Visit() } }
  fileprivate var kioskVisit: Factory<Visit> { self { Visit() } }
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

  @Test("A custom parent that is a child itself: what each of them builds injects from it")
  func customParent() {
    let window = Depot.child("window")
    let tab = Depot.child("tab", of: window)
    let plain = Depot(parent: tab)
    #expect(window.stored().names == Array(repeating: "window", count: 4))
    #expect(tab.stored().names == Array(repeating: "tab", count: 4))
    let stored = plain.stored()
    #expect(stored.names == Array(repeating: "tab", count: 4))
    #expect(stored.container === plain)
  }

  @Test("What a custom parent keeps, which is a child itself, injects from that parent")
  func keptByCustomParent() {
    let window = Depot.child("window")
    // What it keeps stores it.
    defer { window.reset() }
    let tab = Depot(parent: window, sharing: .session)
    let stored = tab.sessionStored()
    #expect(window.sessionStored() === stored)
    #expect(stored.container === window)
    tab.register("tab")
    #expect(stored.names == ["window", "window", "window", "window"])
  }

  // MARK: Several types

  @Test("Children of two custom types on one thread: each type injects from its own child")
  func customTypes() {
    let (depot, kiosk) = (Depot.child("child depot"), Kiosk.child("child kiosk"))
    depot.kioskVisit.register { kiosk.visit() }
    let visit = depot.kioskVisit()
    #expect(visit.names == ["root", "child depot", "child kiosk"])
    #expect(visit.laterNames == visit.names)
    #expect(depot.visit().names == ["root", "child depot", "kiosk"])
    #expect(kiosk.visit().names == ["root", "depot", "child kiosk"])
  }

  @Test("Children of three types on one thread: each type injects from its own child")
  func threeTypes() {
    let (depot, kiosk) = (Depot.child("child depot"), Kiosk.child("child kiosk"))
    let child = Container.child("child")
    kiosk.visit.register { depot.visit() }
    child.visit.register { kiosk.visit() }
    let visit = child.visit()
    #expect(visit.names == ["child", "child depot", "child kiosk"])
    #expect(visit.laterNames == visit.names)
  }

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

  @Test("Two children of one type around a child of another type: the innermost one is used")
  func twoOfOneType() {
    let (one, two) = (Container.child("one"), Container.child("two"))
    let depot = Depot.child("child depot")
    depot.visit.register { two.visit() }
    one.visit.register { depot.visit() }
    #expect(one.visit().names == ["two", "child depot", "kiosk"])
  }

  @Test("What children of two types build on two threads at once injects from their own")
  func threads() {
    let (entered, depot) = (Barrier(2), Depot.child("child depot"))
    let child = Container.child("child")
    let names = onThreads(2, inheritingContainers: true) { thread -> [String] in
      if thread == 0 {
        return Factory<[String]>(child, key: "threads") {
          entered.wait()
          return Visit().names
        }()
      }
      return Factory<[String]>(depot, key: "threads") {
        entered.wait()
        return Visit().names
      }()
    }
    #expect(names == [["child", "depot", "kiosk"], ["root", "child depot", "kiosk"]])
  }

  // MARK: A child that resolves from another child

  @Test(
    "A child's factory that resolves from another child: each object remembers the one that has built it"
  )
  func otherChild() {
    let (one, two) = (Container.child("one"), Container.child("two"))
    let built = LockedArray<Visit>()
    one.visit.register {
      built.append(Visit())
      built.append(two.visit())
      return Visit()
    }
    built.append(one.visit())
    #expect(built.elements.map { $0.names[0] } == ["one", "two", "one"])
    #expect(built.elements.map { $0.laterNames[0] } == ["one", "two", "one"])
  }

  @Test("The same factory of the parent is built for the child; a sibling in it is itself")
  func parentAndSibling() {
    let parent = Container.child("parent")
    let (one, two) = (Container.child("one", of: parent), Container.child("two", of: parent))
    // The closure retains the parent's manager.
    defer { parent.reset() }
    parent.nestedVisits.register { [Visit(), two.visit()] }
    one.nestedVisits.register { parent.nestedVisits() + [Visit()] }
    #expect(one.nestedVisits().map { $0.names[0] } == ["one", "two", "one"])
    #expect(one.nestedVisits().map { $0.laterNames[0] } == ["one", "two", "one"])
    // In what the parent builds for itself, its children act as the parent.
    #expect(parent.nestedVisits().map { $0.names[0] } == ["parent", "parent"])
  }

  // MARK: Three generations

  /// Who keeps an instance that the third generation builds, depending on which of them share its scope.
  @Test(
    "Three generations: what is kept remembers the one that keeps it",
    arguments: [
      ([], 3), ([3], 2), ([2], 3), ([1], 3), ([2, 3], 1), ([1, 3], 2), ([1, 2], 3), ([1, 2, 3], 0),
    ])
  func generations(sharing: [Int], keeper: Int) {
    var family = [Container.shared]
    for generation in 1...3 {
      family.append(
        sharing.contains(generation)
          ? Container(parent: family.last!, sharing: .session) : Container(parent: family.last!))
    }
    let children = family.dropFirst()
    // What they keep stores them.
    defer { for child in children { child.reset() } }
    if keeper > 0 { family[keeper].register("generation \(keeper)") }
    let stored = family[3].stored()
    #expect(family.firstIndex { $0.stored() === stored } == keeper)
    #expect(stored.container === family[keeper])
    // Those below have something else later.
    for generation in family.indices where generation > keeper {
      family[generation].register("generation \(generation)")
    }
    #expect(stored.lazy.name == (keeper == 0 ? "root" : "generation \(keeper)"))
    #expect(stored.injected.name == stored.lazy.name)
  }

  @Test("What the first generation keeps passes over a registration of the third, and says so")
  func passedOver() {
    let log = ExpectedLines(containing: "Container.stored<FactoryKitChildTests.Stored>")
    let window = Container.child("window")
    let tab = Container(parent: window, sharing: .session)
    let popover = Container(parent: tab, sharing: .session)
    // What it keeps stores it.
    defer { window.reset() }
    popover.register("popover")
    let stored = popover.stored()
    #expect(stored.injected.name == "window")
    #expect(stored.container === window)
    #expect(window.stored() === stored)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("passed over") == true)
  }
}
