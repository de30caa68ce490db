// Factory, MIT licence; see LICENSE
//
// Asynchronous factories that require themselves in every way, for the tests of their reports.
import FactoryTestSupport
import FactoryTesting

final class CircleContainer: SharedContainer {
  @TaskLocal static var shared = CircleContainer()
  let manager = ContainerManager()
}

extension CircleContainer {
  var cached: AsyncFactory<Int, any Error> { self { try await self.between() }.cached }
  var between: AsyncFactory<Int, any Error> { self { try await self.cached() } }
  static let cachedLine = #line - 2
  var shared: AsyncFactory<CircleObject, any Error> {
    self { try await self.shared() }.shared
  }
  var single: AsyncFactory<Int, Never> { self { await self.single() }.singleton }
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
  var throughGroup: AsyncFactory<Int, any Error> {
    self {
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await self.throughGroup() }
        return try await group.next() ?? 0
      }
    }.cached
  }
  var throughSuspension: AsyncFactory<Int, any Error> {
    self {
      for _ in 0..<10 { await Task.yield() }
      return try await self.throughSuspension()
    }.cached
  }
  var throughSync: AsyncFactory<Int, any Error> { self { self.sync() }.cached }
  var sync: Factory<Int> { self { self.syncToo() } }
  var syncToo: Factory<Int> { self { self.sync() } }
  var throughSyncCached: AsyncFactory<Int, any Error> {
    self { self.syncCached() }.cached
  }
  var syncCached: Factory<Int> { self { self.syncCached() }.cached }
  var throughSyncTask: AsyncFactory<Int, any Error> {
    self { try await self.syncStartingTask().value }.cached
  }
  var syncStartingTask: Factory<Task<Int, any Error>> {
    self { Task { try await self.throughSyncTask() } }.cached
  }
  var other: AsyncFactory<Int, any Error> {
    self { try await OtherCircleContainer.shared.there() }.cached
  }

  var left: AsyncFactory<Int, any Error> {
    self {
      await bothInside.arriveAndWait()
      return try await self.right()
    }.cached
  }
  var right: AsyncFactory<Int, any Error> {
    self {
      await bothInside.arriveAndWait()
      return try await self.left()
    }.cached
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

final class OtherCircleContainer: SharedContainer {
  @TaskLocal static var shared = OtherCircleContainer()
  let manager = ContainerManager()
  var there: AsyncFactory<Int, any Error> {
    self { try await CircleContainer.shared.other() }.singleton
  }
}

final class CircleObject: Sendable {}

/// Where the tasks of a circle meet, each inside its factory's closure.
private let bothInside = TaskLatch(2)
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
