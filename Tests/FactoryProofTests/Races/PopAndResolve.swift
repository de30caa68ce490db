// Factory, MIT licence; see LICENSE
//
// Snapshots that are taken and restored while other threads resolve, and instances whose last
// reference is released during a lookup.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

private final class SnapshotContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()

  var number: Factory<Int> { self { 0 } }
  var shared: Factory<Reentrant> { self { [unowned self] in Reentrant(self) }.shared }

  func autoRegister() { number.register { 7 } }

  /// Adds the current state of a factory to the first snapshot, after the one that is to be restored.
  func save(_ factory: Factory<Int>, times count: Int) {
    let core = manager.core
    let entry = core.entry(factory._definition.declaration.key(Factory<Int>._types))
    entry.withLock(core) { locked, _ in
      core.withSnapshots { snapshots in
        for _ in 0..<count { snapshots[0].save(entry, locked.savedState(), asFirst: false) }
      }
    }
  }
}

/// Uses its container when it is released.
private final class Reentrant {
  private unowned let container: SnapshotContainer

  init(_ container: SnapshotContainer) { self.container = container }

  deinit { container.shared.reset(.context) }
}

@Suite("Pop and resolve", .oneAtATime) struct PopAndResolve {
  @Test("Every resolution finds the registrations of autoRegister")
  func registrations() {
    let container = SnapshotContainer()
    _ = container.number()
    let wrong = Counter()
    whileChanging(Effort.scaled(20_000)) { _ in
      container.manager.push()
      container.manager.reset()
      container.manager.pop()
    } read: {
      if container.number() != 7 { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  // A thread that changes an entry during an inner `pop` adds another state of it to the outer snapshot. Here
  // there are so many that the outer `pop` takes as long as many resolutions.
  @Test("No resolution finds a state that a pop replaces by an earlier one")
  func severalStates() {
    let wrong = Counter()
    for _ in 0..<Effort.scaled(50) {
      let container = SnapshotContainer()
      // Read before the reset, after which reading it runs autoRegister.
      let number = container.number
      container.manager.push()
      container.manager.reset()
      container.save(number, times: 4_000)
      #expect(container.number() == 7)
      let (hasBegun, hasEnded) = (Gate(), Flag())
      onThreads(2) { index in
        if index == 0 {
          hasBegun.wait()
          container.manager.pop()
          hasEnded.raise()
        } else {
          hasBegun.open()
          while !hasEnded.isRaised {
            if container.number() != 7 { wrong.increment() }
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test("The deinit of a shared instance may use its factory on any thread")
  func lastReference() {
    let container = SnapshotContainer()
    onThreads(4) { _ in
      for _ in 0..<Effort.scaled(20_000) {
        _ = container.shared()
        container.shared.decorator { _ in }
      }
    }
    container.manager.reset()
  }
}
