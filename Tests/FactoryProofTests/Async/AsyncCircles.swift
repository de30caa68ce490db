// Factory, MIT licence; see LICENSE
//
// Circular dependencies of asynchronous factories are reported with their chains.
import FactoryTestSupport
import FactoryTesting
import Testing

private let howToFix =
  "To fix this: move what both need into a factory of its own, or resolve one of them in the "
  + "method that uses it, after both were built."

/// Whether a report has a chain of these factories, from the outermost one.
private func hasChain(_ text: String, _ names: String...) -> Bool {
  names.enumerated().allSatisfy { index, name in
    text.contains("  \(index): FactoryProofTests.\(name)<")
  }
}

@Suite("Circles of async factories") struct AsyncCircles {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A circle through a task that outlives its construction is reported, whatever comes last",
    arguments: [true, false])
  func outliving(_ returnsLast: Bool) async {
    let result =
      returnsLast
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try await CircleContainer.shared.withClient(returnsLast: true)
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try await CircleContainer.shared.withClient(returnsLast: false)
      }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency"))
    #expect(text.contains("FactoryProofTests.CircleContainer.session<"))
    #expect(text.contains("FactoryProofTests.CircleContainer.token<"))
  }

  @Test("A scoped factory that requires itself stops the program with its chain")
  func scoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.cached()
    }
    let text = text(result)
    #expect(
      hasChain(text, "CircleContainer.cached", "CircleContainer.between", "CircleContainer.cached"))
    #expect(text.contains(howToFix))
  }

  @Test("A graph factory that requires itself is reported")
  func graph() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.graph()
    }
    #expect(hasChain(text(result), "CircleContainer.graph", "CircleContainer.graph"))
  }

  @Test("Unscoped factories that require each other are reported")
  func unscoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.unscoped()
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency: creating FactoryProofTests.Circle"))
    #expect(hasChain(text, "CircleContainer.unscoped", "CircleContainer.unscopedToo"))
    #expect(text.contains(howToFix))
  }

  @Test("An unscoped factory that requires itself with an equal parameter is reported")
  func sameParameter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.sameParameter(1)
    }
    #expect(hasChain(text(result), "CircleContainer.sameParameter"))
  }

  @Test("A circle through several parameters of one factory is reported")
  func parameters() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.cachedByParameter(0)
    }
    let name = "CircleContainer.cachedByParameter"
    #expect(hasChain(text(result), name, name, name, name))
  }

  @Test("A circle through a Task that the construction starts is reported")
  func task() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.throughTask()
    }
    #expect(hasChain(text(result), "CircleContainer.throughTask", "CircleContainer.throughTask"))
  }

  @Test("A circle through async let is reported")
  func asyncLet() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.throughAsyncLet()
    }
    let name = "CircleContainer.throughAsyncLet"
    #expect(hasChain(text(result), name, name))
  }

  @Test("A circle of synchronous factories inside an async one is reported with the async one")
  func synchronous() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.throughSync()
    }
    #expect(
      hasChain(
        text(result), "CircleContainer.throughSync", "CircleContainer.sync",
        "CircleContainer.syncToo"))
  }

  @Test("A circle through a task that a synchronous factory starts is reported")
  func synchronousTask() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await CircleContainer.shared.throughSyncTask()
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency: creating FactoryProofTests.Circle"))
    #expect(hasChain(text, "CircleContainer.throughSyncTask"))
  }

  @Test("Three tasks that wait for each other's constructions are reported with all chains")
  func threeTasks() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await inTasks(3) { index in
        let container = CircleContainer.shared
        switch index {
        case 0: _ = try? await container.one()
        case 1: _ = try? await container.two()
        default: _ = try? await container.three()
        }
      }
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency between tasks."))
    for number in 1...3 {
      #expect(text.contains("task \(number), waiting in the last line for the next task:\n"))
    }
    for name in ["one", "two", "three"] {
      #expect(text.contains("  0: FactoryProofTests.CircleContainer.\(name)<Swift.Int>"))
    }
    #expect(text.contains("  1: FactoryProofTests.CircleContainer.toOne<Swift.Int>"))
  }

  @Test("Threads that wait for each other inside async constructions are reported")
  func threads() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      async let left = CircleContainer.shared.leftThread()
      async let right = CircleContainer.shared.rightThread()
      _ = try await (left, right)
    }
    let text = text(result)
    #expect(text.contains("FactoryKit: circular dependency between threads."))
    for name in ["leftSync", "rightSync"] {
      #expect(text.contains("FactoryProofTests.CircleContainer.\(name)<Swift.Int>"))
    }
  }
}

final class CircleContainer: SharedContainer {
  @TaskLocal static var shared = CircleContainer()
  let manager = ContainerManager()
}

extension CircleContainer {
  var cached: AsyncFactory<Int, any Error> { self { try await self.between() }.cached }
  var between: AsyncFactory<Int, any Error> { self { try await self.cached() } }
  var graph: AsyncFactory<Int, any Error> { self { try await self.graph() }.graph }
  var unscoped: AsyncFactory<Int, any Error> { self { try await self.unscopedToo() } }
  var unscopedToo: AsyncFactory<Int, any Error> { self { try await self.unscoped() } }
  var sameParameter: AsyncParameterFactory<Int, Int, any Error> {
    self { try await self.sameParameter($0) }
  }
  var cachedByParameter: AsyncParameterFactory<Int, Int, any Error> {
    self { try await self.cachedByParameter(($0 + 1) % 3) }.scopeOnParameters.cached
  }
  var throughTask: AsyncFactory<Int, any Error> {
    self { try await Task { try await self.throughTask() }.value }.cached
  }
  var throughAsyncLet: AsyncFactory<Int, any Error> {
    self {
      async let other = self.throughAsyncLet()
      return try await other
    }.cached
  }
  var throughSync: AsyncFactory<Int, any Error> { self { self.sync() }.cached }
  var sync: Factory<Int> { self { self.syncToo() } }
  var syncToo: Factory<Int> { self { self.sync() } }
  var throughSyncTask: AsyncFactory<Int, any Error> {
    self { try await self.syncStartingTask().value }.cached
  }
  var syncStartingTask: Factory<Task<Int, any Error>> {
    self { Task { try await self.throughSyncTask() } }.cached
  }

  var one: AsyncFactory<Int, any Error> { ring(0, "one") }
  var two: AsyncFactory<Int, any Error> { ring(1, "two") }
  var three: AsyncFactory<Int, any Error> { ring(2, "three") }

  /// Each waits for the next one. The last one waits through an unscoped factory.
  private func ring(_ index: Int, _ name: StaticString) -> AsyncFactory<Int, any Error> {
    self(name: name) {
      await allInside.arriveAndWait()
      switch index {
      case 0: return try await self.two()
      case 1: return try await self.three()
      default: return try await self.toOne()
      }
    }.singleton
  }
  var toOne: AsyncFactory<Int, any Error> { self { try await self.one() } }

  var leftThread: AsyncFactory<Int, any Error> { self { self.leftSync() }.cached }
  var rightThread: AsyncFactory<Int, any Error> { self { self.rightSync() }.cached }
  var leftSync: Factory<Int> {
    self {
      bothThreadsInside.arriveAndWait()
      return self.rightSync()
    }.cached
  }
  var rightSync: Factory<Int> {
    self {
      bothThreadsInside.arriveAndWait()
      return self.leftSync()
    }.cached
  }
}

/// Where the tasks of a circle meet, each inside its factory's closure.
private let allInside = TaskLatch(3)
private let bothThreadsInside = Latch(2)

// A client starts a task that waits for a token, whose factory requires the session that the client
// belongs to. The session waits for that task. The last link of the circle is the end of the client's
// construction, or the wait for the session.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CircleContainer {
  private static let returnsLast = LockedValue(false)
  private static let tokenHasBegun = TaskGate()
  private static let clientHasReturned = TaskGate()
  private static let tokenWaits = TaskThread()

  func withClient(returnsLast: Bool) async throws -> Int {
    Self.returnsLast.withLock { $0 = returnsLast }
    return try await session()
  }

  var session: AsyncFactory<Int, any Error> {
    self {
      let client = try await self.client()
      Self.clientHasReturned.open()
      return try await client.token.value
    }.cached
  }
  private var client: AsyncFactory<Client, any Error> {
    self {
      let token = Task(executorPreference: Self.tokenWaits) { try await self.token() }
      await Self.tokenHasBegun.wait()
      // All tasks of the token are suspended: those that have asked for it and for the session.
      if Self.returnsLast.withLock({ $0 }) { await Self.tokenWaits.idle() }
      return Client(token: token)
    }.cached
  }
  private var token: AsyncFactory<Int, any Error> {
    self {
      Self.tokenHasBegun.open()
      if !Self.returnsLast.withLock({ $0 }) { await Self.clientHasReturned.wait() }
      return try await self.session()
    }.cached
  }
}

private struct Client: Sendable { let token: Task<Int, any Error> }
