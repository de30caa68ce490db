// Factory, MIT licence; see LICENSE
//
// The state of a factory that the 1.x interface saves, and snapshots of its container.
import FactoryKit
import Testing

@testable import Factory

private final class SnapshotContainer: ManagedContainer {
  let manager = ContainerManager()
  var text: FactoryKit.Factory<String> { self { "original" } }
}

@Suite("Saved state") struct SavedStateTests {
  @Test("What the 1.x interface restores is not restored by the next pop")
  func restoredBeforePop() {
    let container = SnapshotContainer()
    container.text.register { "first" }
    let restore = container.text._state.save()
    container.text.register { "second" }
    container.manager.push()
    restore()
    container.text.register { "third" }
    container.manager.pop()
    #expect(container.text() == "second")
  }
}
