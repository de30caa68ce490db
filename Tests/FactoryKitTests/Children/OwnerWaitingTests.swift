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

  @Test("Threads of several children get the instance that is built for all")
  func threads() {
    let (isBuilding, mayFinish) = (Gate(), Gate())
    let built = Counter()
    let pieces = LockedArray<Piece>()
    let resolve = { @Sendable (container: FamilyContainer) in
      let factory = Factory<Piece>(container, key: "awaited") {
        built.increment()
        isBuilding.open()
        mayFinish.wait()
        return Piece("awaited", container.user())
      }
      pieces.append(factory.singleton())
    }
    let (first, second) = (child, child)
    let builder = TestThread(inheritingContainers: true) { resolve(first) }
    isBuilding.wait()
    let others = [first, second, parent].map { container in
      TestThread(inheritingContainers: true) { resolve(container) }
    }
    mayFinish.open()
    for thread in [builder] + others { thread.join() }
    #expect(built.value == 1)
    #expect(pieces.count == 4)
    for piece in pieces.elements { #expect(piece === pieces.elements[0]) }
    #expect(pieces.elements[0].parts[0].name == "definition")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks of many children get the instance that is built for all")
  func tasks() async throws {
    let mayFinish = TaskGate()
    let built = Counter()
    let resolve = { @Sendable (container: FamilyContainer) in
      let factory = AsyncFactory<Piece, Never>(container, key: "awaited") { () async in
        built.increment()
        await mayFinish.wait()
        return await Piece("awaited", container.asyncUser())
      }
      return await factory.singleton()
    }
    let children = (0..<20).map { _ in child }
    let tasks = children.map { child in WatchedTask { await resolve(child) } }
    for task in tasks { await task.suspended() }
    mayFinish.open()
    let single = await resolve(parent)
    #expect(single.parts[0].name == "definition")
    for task in tasks { #expect(try await task.value === single) }
    #expect(built.value == 1)
  }

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
