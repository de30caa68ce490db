// Factory, MIT licence; see LICENSE
//
// Snapshots that a container takes while it registers itself.
import FactoryTesting
import Testing

private final class SnapshotContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Tally()

  var number: Factory<Int> { self { 1 } }

  func autoRegister() {
    runs.next()
    // Ends an endless recursion, if there were one.
    guard runs.count < 10 else { return }
    manager.push()
    number.register { 2 }
    manager.pop()
    number.register { 3 }
  }
}

@Suite struct SnapshotsInAutoRegisterTests {
  @Test("A pop inside autoRegister does not have it run again")
  func runsOnce() {
    let container = SnapshotContainer()
    #expect(container.number() == 3)
    #expect(container.runs.count == 1)
  }
}
