// Factory, MIT licence; see LICENSE
//
// Shutdowns of containers that have snapshots.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Shutdown and pop", .container) struct ShutdownSnapshotTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("A pop during the shutdown does not keep a parameter's closed instance")
  func popParameter() async throws {
    let container = container
    let first = container.byNumber(1)
    container.manager.push()
    container.byNumber.timeToLive(1000)
    _ = container.byNumber(1)
    container.bare.onShutdown { _ in container.manager.pop() }
    _ = container.bare()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["plain 1"])
    #expect(container.byNumber(1) !== first)
  }
}
