// Factory, MIT licence; see LICENSE
//
// Snapshots that a container takes while it registers itself.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class SnapshotContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()

  var number: Factory<Int> { self { 1 } }

  func autoRegister() {
    runs.increment()
    // Ends the recursion if the library does not.
    guard runs.value < 10 else { return }
    manager.push()
    number.register { 2 }
    manager.pop()
    number.register { 3 }
  }
}

@Suite struct SnapshotsInAutoRegisterTests {
  @Test("autoRegister does not run again after a pop inside it")
  func runsOnce() {
    let container = SnapshotContainer()
    #expect(container.number() == 3)
    #expect(container.runs.value == 1)
  }
}
