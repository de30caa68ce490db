// Factory, MIT licence; see LICENSE
//
// Children and what they build are released: while other threads inject, and a hundred thousand at once.
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol NameHolding: Sendable {
  var names: Set<String> { get }
}

/// An instance that injects at once, when it is first used, and each time that it is used.
private final class Holder: NameHolding, @unchecked Sendable {
  // Sendable: the wrappers lock.
  @Injected(\.heldLabel) var label: HeldLabel
  @LazyInjected(\.heldLabel) var lazy: HeldLabel
  @WeakLazyInjected(\.heldLabel) var weak: HeldLabel?
  @DynamicInjected(\.heldLabel) var latest: HeldLabel

  /// The labels of the containers that the instance has injected from.
  var names: Set<String> { [label.name, lazy.name, weak?.name ?? label.name, latest.name] }
}

private final class HeldLabel: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Container {
  fileprivate var heldLabel: Factory<HeldLabel> { self { HeldLabel("root") } }
  fileprivate var holder: Factory<Holder> { self { Holder() } }
  fileprivate var cachedHolder: Factory<Holder> { self { Holder() }.cached }

  fileprivate static func held() -> Container {
    let child = Container(parent: .shared)
    child.heldLabel.register { HeldLabel("child") }
    return child
  }
}

/// A custom container, whose children the wrappers refer to weakly.
private final class HeldDepot: SharedContainer {
  @TaskLocal static var shared = HeldDepot()
  let manager: ContainerManager
  init() { manager = ContainerManager() }

  init(parent: HeldDepot) {
    manager = ContainerManager(childOf: parent)
    label.register { HeldLabel("child") }
  }

  var label: Factory<HeldLabel> { self { HeldLabel("root") } }
  var holder: Factory<DepotHolder> { self { DepotHolder() } }
  var cachedHolder: Factory<DepotHolder> { self { DepotHolder() }.cached }
}

private final class DepotHolder: NameHolding, @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\HeldDepot.label) var lazy: HeldLabel
  @WeakLazyInjected(\HeldDepot.label) var weak: HeldLabel?
  @DynamicInjected(\HeldDepot.label) var latest: HeldLabel

  var names: Set<String> {
    // Nothing else retains the weakly held label.
    let latest = latest.name
    return [lazy.name, weak?.name ?? latest, latest, $lazy.factory().name]
  }
}

@Suite("The lifetimes of children that build with injection", .container)
struct ChildLifetimes {
  @Test("A child is dropped while other threads inject what its instances need")
  func race() {
    drop(make: { Container.held() }, resolve: { [$0.holder(), $0.cachedHolder()] })
  }

  @Test("A custom child is dropped while other threads inject what its instances need")
  func customRace() {
    drop(
      make: { HeldDepot(parent: .shared) }, resolve: { [$0.holder(), $0.cachedHolder()] },
      check: { #expect($0.allSatisfy { $0.latest.name == "root" }) })
  }

  private func drop<Child: ManagedContainer & Sendable, H: NameHolding>(
    make: () -> Child, resolve: (Child) -> [H], check: ([H]) -> Void = { _ in }
  ) {
    for round in 0..<Effort.scaled(2000) {
      let child = LockedValue<Child?>(make())
      let holders = child.withLock { resolve($0!) }
      weak let dropped = child.withLock { $0 }
      let names = onThreads(3) { thread -> Set<String> in
        if thread == round % 3 {
          child.withLock { $0 = nil }
          return []
        }
        return holders[thread % 2].names
      }
      #expect(names.allSatisfy { $0.isSubset(of: ["child", "root"]) })
      #expect(dropped == nil)
      check(holders)
    }
  }
}

private final class Counted: Sendable {
  let number: Int
  private let alive: Counter

  init(_ number: Int, _ alive: Counter) {
    self.number = number
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }
}

private final class CrowdContainer: ManagedContainer {
  let manager: ContainerManager
  let alive: Counter

  init(_ alive: Counter) {
    manager = ContainerManager()
    self.alive = alive
  }

  init(parent: CrowdContainer) {
    manager = ContainerManager(childOf: parent)
    alive = parent.alive
  }

  var request: Factory<Counted> { self { Counted(0, self.alive) } }
  var kept: Factory<Counted> { self { Counted(self.request().number, self.alive) }.cached }
  var single: Factory<Counted> { self { Counted(-1, self.alive) }.singleton }
}

@Suite("Many children", .serialized, .container, .onOneProcessor)
struct ManyChildren {
  @Test("A hundred thousand children have a registration and an instance each")
  func alive() {
    let parent = CrowdContainer(Counter())
    let single = parent.single()
    let count = Effort.scaledWithoutRace(100_000)
    do {
      let children = (0..<count).map { number in
        let child = CrowdContainer(parent: parent)
        child.request.register { [alive = parent.alive] in Counted(number, alive) }
        _ = child.kept()
        return child
      }
      #expect(parent.alive.value == count + 1)
      #expect(
        children.enumerated().allSatisfy { $1.kept().number == $0 && $1.single() === single })
    }
    #expect(parent.alive.value == 1)
  }

  #if os(Linux)
    @Test("Nothing remains of children that are dropped")
    func dropped() async {
      await #expect(processExitsWith: .success) {
        let parent = CrowdContainer(Counter())
        requireNoGrowth(inRounds: Effort.scaledWithoutRace(200_000)) { number in
          let child = CrowdContainer(parent: parent)
          child.request.register { [alive = parent.alive] in Counted(number, alive) }
          _ = child.kept()
          _ = child.single()
        }
        precondition(parent.alive.value == 1)
      }
    }
  #endif
}
