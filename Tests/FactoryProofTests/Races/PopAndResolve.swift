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
