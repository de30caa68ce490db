// Factory, MIT licence; see LICENSE
//
// Children that ask at the same time for what the process keeps: one of them has it built, for all.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Children that wait for a singleton", .container) struct OwnerWaitingTests {
  private let reports = passedOverReports()
  private let parent = FamilyContainer()
  private var child: FamilyContainer { .withUser(of: parent) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The error of a construction that a child began is that of all who wait")
  func error() async {
    let mayFail = TaskGate()
    let resolve = { @Sendable (container: FamilyContainer) in
      let factory = AsyncFactory<Piece, any Error>(container, key: "failing") { () async throws in
        await mayFail.wait()
        throw MakeError(attempt: 1)
      }
      return try await factory.singleton()
    }
    let tasks = [child, child, parent].map { container in
      WatchedTask { try await resolve(container) }
    }
    for task in tasks { await task.suspended() }
    mayFail.open()
    for task in tasks { await #expect(throws: MakeError.self) { try await task.value } }
  }
}
