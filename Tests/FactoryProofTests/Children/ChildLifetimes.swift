// Factory, MIT licence; see LICENSE
//
// Children and what they build are released: in random programs that build with all kinds of
// injection, while other threads inject, and a hundred thousand at once.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

/// An instance that injects at once, when it is first used, and each time that it is used.
private final class Holder: @unchecked Sendable {
  // Sendable: the wrappers lock.
  let parts: [Holder]
  let isSingleton: Bool
  @Injected(\.heldLabel) var label: HeldLabel
  @LazyInjected(\.heldLabel) var lazy: HeldLabel
  @WeakLazyInjected(\.heldLabel) var weak: HeldLabel?
  @DynamicInjected(\.heldLabel) var latest: HeldLabel

  init(_ parts: [Holder] = [], isSingleton: Bool = false) {
    (self.parts, self.isSingleton) = (parts, isSingleton)
  }

  /// The labels of the children that the instance, or a part of it, has injected from.
  var names: Set<String> {
    let names = [label.name, lazy.name, weak?.name ?? label.name, latest.name]
    return parts.reduce(Set(names)) { $0.union($1.names) }
  }
}

private final class HeldLabel: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Container {
  fileprivate var heldLabel: Factory<HeldLabel> { self { HeldLabel("root") } }
  fileprivate var holder: Factory<Holder> { self { Holder() } }
  fileprivate var cachedHolder: Factory<Holder> { self { Holder([self.holder()]) }.cached }
  fileprivate var sharedHolder: Factory<Holder> {
    self { Holder([self.cachedHolder(), self.graphHolder()]) }.shared
  }
  fileprivate var graphHolder: Factory<Holder> { self { Holder([self.holder()]) }.graph }
  fileprivate var singletonHolder: Factory<Holder> { self { Holder(isSingleton: true) }.singleton }
  fileprivate var asyncHolder: AsyncFactory<Holder, Never> {
    self { () async in
      await Task.yield()
      return Holder([dependency(\.cachedHolder)])
    }.cached
  }

  fileprivate static func held(_ name: String, in parent: Container) -> Container {
    let child = Container(parent: parent)
    child.heldLabel.register { HeldLabel(name) }
    return child
  }

  fileprivate func randomHolder(_ generator: inout SeededGenerator) async -> Holder {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: holder()
    case 1: cachedHolder()
    case 2: sharedHolder()
    case 3: graphHolder()
    case 4: singletonHolder()
    default: await asyncHolder()
    }
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

private final class DepotHolder: @unchecked Sendable {
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

private struct Weak {
  weak var object: AnyObject?
}

@Suite("The lifetimes of children that build with injection", .container)
struct ChildLifetimes {
  /// That the label of a child was passed over is logged once in the process.
  private static let log = ExpectedLines(
    containing: "passed over: FactoryKit.Container.singletonHolder<FactoryProofTests.Holder>")

  @Test("Nothing of a dropped child remains, whatever was built and read", arguments: 0..<8)
  func random(seed: UInt64) async {
    _ = Self.log
    var generator = SeededGenerator(seed: seed)
    var weak: [Weak] = []
    for _ in 0..<Effort.scaled(100) {
      var (children, holders): ([Container], [Holder]) = ([], [])
      for step in 0..<30 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          let parent = children.randomElement(using: &generator) ?? .shared
          children.append(.held("\(step)", in: parent))
          weak.append(Weak(object: children.last))
          weak.append(Weak(object: children.last?.manager))
        case 1 where !children.isEmpty:
          let index = children.indices.randomElement(using: &generator)!
          let dropped = Weak(object: children[index])
          children.remove(at: index)
          #expect(dropped.object == nil)
        case 2 where !holders.isEmpty:
          holders.remove(at: holders.indices.randomElement(using: &generator)!)
        case 3: _ = holders.randomElement(using: &generator)?.names
        default:
          guard let child = children.randomElement(using: &generator) else { continue }
          let holder = await child.randomHolder(&generator)
          // The process's singleton retains no child. It injects from the shared container.
          if holder.isSingleton {
            #expect(holder.names == ["root"])
            continue
          }
          weak.append(Weak(object: holder))
          holders.append(holder)
        }
      }
    }
    #expect(weak.count > 100)
    #expect(weak.filter { $0.object != nil }.isEmpty)
    #expect(Self.log.lines.count == 1)
  }

  @Test("A child is dropped while other threads inject what its instances need")
  func race() {
    for round in 0..<Effort.scaled(2000) {
      let child = LockedValue<Container?>(.held("child", in: .shared))
      let holders = child.withLock { [$0!.holder(), $0!.cachedHolder()] }
      let weak = Weak(object: child.withLock { $0 })
      let names = onThreads(3) { thread -> Set<String> in
        if thread == round % 3 {
          child.withLock { $0 = nil }
          return []
        }
        return holders[thread % 2].names
      }
      #expect(names.allSatisfy { $0.isSubset(of: ["child", "root"]) })
      #expect(weak.object == nil)
    }
  }

  @Test("A custom child is dropped while other threads inject what its instances need")
  func customRace() {
    for round in 0..<Effort.scaled(2000) {
      let child = LockedValue<HeldDepot?>(HeldDepot(parent: .shared))
      let holders = child.withLock { [$0!.holder(), $0!.cachedHolder()] }
      let weak = Weak(object: child.withLock { $0 })
      let names = onThreads(3) { thread -> Set<String> in
        if thread == round % 3 {
          child.withLock { $0 = nil }
          return []
        }
        return holders[thread % 2].names
      }
      #expect(names.allSatisfy { $0.isSubset(of: ["child", "root"]) })
      #expect(weak.object == nil)
      #expect(holders.allSatisfy { $0.latest.name == "root" })
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
