// Factory, MIT licence; see LICENSE
//
// Every interleaving of the parts of a `pop`, or of a registration, with what other threads do. The
// parts are those between which the library holds no lock; a test runs them on one thread.
import FactoryTestSupport
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private final class TwoFactories: ManagedContainer {
  let manager = ContainerManager()
  var first: Factory<String> { self { "original" }.cached }
  var second: Factory<String> { self { "original" }.cached }

  var factories: [Factory<String>] { [first, second] }
}

extension Factory {
  fileprivate var entry: Entry {
    _definition.manager.core.entry(_definition.declaration.key(Self._types))
  }
}

/// What another thread does to one of the two factories: one part each.
private enum Change: CaseIterable {
  case registerFirst, registerSecond
  /// As a resolution on the slow path does.
  case saveFirst, saveSecond

  func apply(to container: TwoFactories) {
    let core = container.manager.core
    let index = self == .registerFirst || self == .saveFirst ? 0 : 1
    let isRegistration = self == .registerFirst || self == .registerSecond
    container.factories[index].entry.withLock(core) { locked, garbage in
      locked.willChange()
      guard isRegistration else { return }
      locked.apply(.registration(override("meanwhile")), &garbage)
      locked.evict(&garbage)
    }
  }

  /// All sequences of up to `length` changes.
  static func sequences(upTo length: Int) -> [[Change]] {
    var all: [[Change]] = [[]]
    var longest = all
    for _ in 0..<length {
      longest = longest.flatMap { sequence in allCases.map { sequence + [$0] } }
      all += longest
    }
    return all
  }
}

@Suite("Interleavings of snapshots", .onOneProcessor) struct SnapshotInterleavings {
  /// How many changes of another thread come between the parts of a `pop`.
  private static let mostChanges = 3
  /// The removal of the snapshot, and the restoration of each of the two factories.
  private static let partsOfPop = 3
  /// For n changes, 4^n sequences at C(n + 3, n) places: 1 + 4 · 4 + 16 · 10 + 64 · 20.
  private static let numberOfCases = 1_457

  @Test(
    "An outer pop restores its snapshot, whatever happens between the steps of an inner pop",
    arguments: [false, true], [false, true])
  func nestedPop(changesFirst: Bool, changesSecond: Bool) {
    var cases = 0
    for changes in Change.sequences(upTo: Self.mostChanges) {
      for places in Self.nondecreasing(count: changes.count, upTo: Self.partsOfPop) {
        let container = TwoFactories()
        container.manager.push()
        if changesFirst { container.first.register { "outer" } }
        if changesSecond { container.second.register { "outer" } }
        container.manager.push()
        for factory in container.factories { factory.register { "inner" } }
        Self.pop(container) { part in
          for (change, place) in zip(changes, places) where place == part {
            change.apply(to: container)
          }
        }
        container.manager.pop()
        #expect(
          container.factories.map { $0() } == ["original", "original"], "\(changes) at \(places)")
        cases += 1
      }
    }
    #expect(cases == Self.numberOfCases)
  }

  @Test(
    "A push between the steps of a registration comes before or after all of them", arguments: 0...3
  )
  func registration(place: Int) {
    let container = TwoFactories()
    let core = container.manager.core
    #expect(container.first() == "original")
    let entry = container.first.entry
    var garbage = Garbage()
    let locked = LockedEntry(entry: entry, cell: entry.cell.lock(), core: core)
    // On another thread, because this one holds the entry's lock, inside which it must not take the container's.
    func push() { onThreads(1) { _ in container.manager.push() } }
    if place == 0 { push() }
    locked.willChange()
    if place == 1 { push() }
    locked.apply(.registration(override("registered")), &garbage)
    if place == 2 { push() }
    locked.evict(&garbage)
    if place == 3 { push() }
    entry.cell.unlock(&garbage)
    garbage.release()
    container.manager.pop()
    let kept = container.first()
    container.first.reset(.scope)
    #expect(kept == container.first())
  }

  /// Performs the steps of `ContainerManager.pop` on the entries, and calls `between` before each
  /// part and after the last.
  private static func pop(_ container: TwoFactories, between: (Int) -> Void) {
    let core = container.manager.core
    between(0)
    let snapshot = core.withSnapshots { $0.popLast() }!
    for (index, (entry, saved)) in snapshot.entries.reversed().enumerated() {
      between(index + 1)
      entry.withLock(core) { locked, garbage in locked.pop(saved, &garbage) }
    }
    between(snapshot.entries.count + 1)
  }

  /// All nondecreasing sequences of `count` numbers from 0 to `limit`.
  private static func nondecreasing(count: Int, upTo limit: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return nondecreasing(count: count - 1, upTo: limit).flatMap { start in
      ((start.last ?? 0)...limit).map { start + [$0] }
    }
  }
}

/// What `register` stores.
private func override(_ value: String) -> ModifierClosure {
  // Every `_override` function returns a `ModifierClosure`.
  unsafeDowncast(Factory<String>._override { value }, to: ModifierClosure.self)
}
