// Factory, MIT licence; see LICENSE
//
// Captive dependencies of asynchronous factories, and of constructions for which others wait.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension ProcessWide {
  @Suite("Captive dependencies and waiting", .container) struct CaptiveWaitingTests {
    private let parent = FamilyContainer()
    private var child: FamilyContainer { .withUser(of: parent) }

    @Test("What asynchronous factories resolve in child tasks counts")
    func asynchronous() async {
      let log = RecordedLines()
      let child = child
      let captive = await child.asynchronous()
      let again = await child.asynchronous()
      #expect(again === captive)
      #expect(captive.parts[0].parts[0].name == "child")
      let single = await parent.asynchronous()
      #expect(single.parts[0].parts[0].name == "definition")
      #expect(
        log.captives(of: ".asynchronous<") == [["asynchronous", "asyncPage", "asyncUser"]])
    }

    @Test("An asynchronous instance of the cycle counts, also if it is being built")
    func asynchronousGraph() async {
      let log = RecordedLines()
      let top = await child.asyncTop()
      #expect(top.parts[0] === top.parts[1].parts[0])
      let single = await parent.ofAsyncNode()
      #expect(single !== top.parts[1])
      #expect(single.parts[0].parts[0].name == "definition")
      #expect(log.captives(of: ".ofAsyncNode<") == [["ofAsyncNode", "asyncNode"]])
    }

    @Test("Threads that wait in another container build their own instance")
    func waiting() {
      let log = RecordedLines()
      let (builder, other) = (child, FamilyContainer(parent: parent))
      let captives = LockedArray<Piece>()
      let singles = LockedArray<Piece>()
      let building = TestThread(inheritingContainers: true) { captives.append(builder.awaited()) }
      CaptiveGates.isBuilding.wait()
      let same = TestThread(inheritingContainers: true) { captives.append(builder.awaited()) }
      let waiting = TestThread(inheritingContainers: true) { singles.append(other.awaited()) }
      CaptiveGates.mayFinish.open()
      for thread in [building, same, waiting] { thread.join() }
      #expect(captives.elements.allSatisfy { $0.parts[0].name == "child" })
      #expect(captives.elements[0] === captives.elements[1])
      #expect(singles.elements[0].parts[0].name == "definition")
      #expect(parent.awaited() === singles.elements[0])
      #expect(log.captives(of: ".awaited<") == [["awaited", "user"]])
    }

    @Test("Those who wait in another container do not get the nil of a child's registration")
    func waitingForNil() {
      let (child, other) = (child, FamilyContainer(parent: parent))
      let isBuilding = Gate()
      child.guest.register { [unowned child] in
        isBuilding.open()
        child.ofGuest.awaitWaitingThreads(1)
        return nil
      }
      let building = TestThread(inheritingContainers: true) { _ = child.ofGuest() }
      isBuilding.wait()
      #expect(other.ofGuest()?.name == "definition")
      building.join()
      #expect(parent.ofGuest() === other.ofGuest())
    }

    @Test("Those who wait in another container do not get the error of a child's registration")
    func waitingForError() throws {
      let (child, other) = (child, FamilyContainer(parent: parent))
      let isBuilding = Gate()
      child.throwing.register { [unowned child] in
        isBuilding.open()
        child.ofThrowing.awaitWaitingThreads(2)
        throw CancellationError()
      }
      let building = TestThread(inheritingContainers: true) {
        #expect(throws: CancellationError.self) { try child.ofThrowing() }
      }
      isBuilding.wait()
      let same = TestThread(inheritingContainers: true) {
        #expect(throws: CancellationError.self) { try child.ofThrowing() }
      }
      #expect(try other.ofThrowing().name == "throwing")
      for thread in [building, same] { thread.join() }
      #expect(try parent.ofThrowing() === other.ofThrowing())
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Tasks that wait in another container do not get the error of a child's registration")
    func tasksWaitingForError() async throws {
      let (child, other) = (child, FamilyContainer(parent: parent))
      let (isBuilding, mayFail) = (TaskGate(), TaskGate())
      child.asyncThrowing.register {
        isBuilding.open()
        await mayFail.wait()
        throw MakeError(attempt: 1)
      }
      async let building = child.ofAsyncThrowing()
      await isBuilding.wait()
      let same = WatchedTask { try await child.ofAsyncThrowing() }
      let waiting = WatchedTask { try await other.ofAsyncThrowing() }
      await same.suspended()
      await waiting.suspended()
      mayFail.open()
      let single = try await waiting.value
      #expect(single.name == "definition")
      await #expect(throws: MakeError.self) { try await same.value }
      do {
        _ = try await building
        Issue.record("the child's registration fails")
      } catch {}
      let again = try await parent.ofAsyncThrowing()
      #expect(again === single)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(
      "Children that have waited for a captive instance build their own at the same time",
      .timeLimit(.minutes(30)))
    func crowd() async throws {
      let log = RecordedLines()
      let (mayFinish, othersMayFinish) = (TaskGate(), TaskGate())
      let begun = Counter()
      let children = (0..<20).map { number in
        let child = FamilyContainer(parent: parent)
        child.asyncUser.register {
          begun.increment()
          await (number == 0 ? mayFinish : othersMayFinish).wait()
          return Piece("\(number)")
        }
        return child
      }
      let first = WatchedTask { await children[0].crowded() }
      await first.suspended()
      let others = children.dropFirst().map { child in WatchedTask { await child.crowded() } }
      for task in others { await task.suspended() }
      mayFinish.open()
      // If they waited for each other, only one of them would begin before the gate opens, and this
      // would not end.
      while begun.value < children.count { await Task.yield() }
      othersMayFinish.open()
      for (number, task) in ([first] + others).enumerated() {
        let piece = try await task.value
        #expect(piece.parts[0].name == "\(number)")
        let again = await children[number].crowded()
        #expect(again === piece)
      }
      let single = await parent.crowded()
      #expect(single.parts[0].name == "definition")
      #expect(log.captives(of: ".crowded<") == [["crowded", "asyncUser"]])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A child without registrations that waits for a captive instance gets the process's")
    func crowdedOthers() async throws {
      let log = RecordedLines()
      let child = child
      let others = [FamilyContainer(parent: parent), FamilyContainer(parent: parent)]
      let mayFinish = TaskGate()
      child.asyncUser.register {
        await mayFinish.wait()
        return Piece("child")
      }
      let captive = WatchedTask { await child.ofOneChild() }
      await captive.suspended()
      let tasks = others.map { other in WatchedTask { await other.ofOneChild() } }
      for task in tasks { await task.suspended() }
      mayFinish.open()
      let single = await parent.ofOneChild()
      for task in tasks { #expect(try await task.value === single) }
      #expect(try await captive.value !== single)
      #expect(log.captives(of: ".ofOneChild<") == [["ofOneChild", "asyncUser"]])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("After waiting for a captive instance, a child keeps what it builds until it is reset")
    func resetAfterCrowd() async throws {
      let log = RecordedLines()
      let (child, other) = (child, child)
      let mayFinish = TaskGate()
      child.asyncUser.register {
        await mayFinish.wait()
        return Piece("child")
      }
      let captive = WatchedTask { await child.ofTwoChildren() }
      await captive.suspended()
      let waiting = WatchedTask { await other.ofTwoChildren() }
      await waiting.suspended()
      mayFinish.open()
      #expect(try await waiting.value.parts[0].name == "child")
      other.manager.reset()
      let single = await other.ofTwoChildren()
      #expect(single.parts[0].name == "definition")
      #expect(await parent.ofTwoChildren() === single)
      #expect(log.captives(of: ".ofTwoChildren<") == [["ofTwoChildren", "asyncUser"]])
    }
  }
}
