// Factory, MIT licence; see LICENSE
//
// The graph scope: one instance for each tree of asynchronous resolutions.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class GraphContainer: ManagedContainer {
  let manager = ContainerManager()
  let leafBuilder = AsyncBuilder()
  let syncCount = Counter()
}

extension GraphContainer {
  fileprivate var leaf: AsyncFactory<TestService, any Error> {
    self { try await self.leafBuilder.build() }.graph
  }
  fileprivate var leafOf: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.leafBuilder.build("\($0)") }.scopeOnParameters.graph
  }
  fileprivate var syncLeaf: Factory<TestService> {
    self {
      self.syncCount.increment()
      return TestService()
    }.graph
  }
  fileprivate var syncMiddle: Factory<TestService> { self { self.syncLeaf() } }
  fileprivate var middle: AsyncFactory<TestService, any Error> { self { try await self.leaf() } }
  fileprivate var cachedMiddle: AsyncFactory<TestService, any Error> {
    self { try await self.leaf() }.cached
  }
  fileprivate var syncInsideCached: AsyncFactory<TestService, any Error> {
    self { self.syncMiddle() }.cached
  }

  /// All instances that a closure returns, resolved in one tree.
  fileprivate func tree(
    _ body: @escaping @Sendable (GraphContainer) async throws -> [TestService]
  ) -> AsyncFactory<[TestService], any Error> {
    AsyncFactory(self, key: "AsyncGraphTests.tree") { try await body(self) }
  }
}

private func areSame(_ services: [TestService]) -> Bool {
  services.allSatisfy { $0 === services[0] }
}

@Suite("Graph scope of async factories", .container) struct AsyncGraphTests {
  private let container = GraphContainer()

  @Test("An instance is shared within one tree of resolutions, also in a task that it waits for")
  func shared() async throws {
    let all = try await container.tree { container in
      let task = Task { try await container.leaf() }
      return [
        try await container.leaf(), try await container.middle(), try await task.value,
        try await container.cachedMiddle(),
      ]
    }()
    #expect(areSame(all))
    #expect(container.leafBuilder.count.value == 1)
  }

  @Test("An instance is shared through async let, also that of a synchronous factory")
  func asyncLet() async throws {
    let all = try await container.tree { container in
      async let one = container.leaf()
      async let two = container.cachedMiddle()
      async let three = container.syncLeaf()
      async let four = container.syncInsideCached()
      return try await [one, two, three, four]
    }()
    #expect(all[0] === all[1])
    #expect(all[2] === all[3])
  }

  @Test("An instance is shared through task groups, also that of a synchronous factory")
  func taskGroup() async throws {
    let all = try await container.tree { container in
      try await withThrowingTaskGroup(of: [TestService].self) { group in
        for _ in 0..<10 {
          group.addTask { [try await container.middle(), container.syncMiddle()] }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
    }()
    #expect(all.count == 20)
    #expect(container.leafBuilder.count.value == 1)
    #expect(container.syncCount.value == 1)
  }

  @Test("An instance is not shared with a detached task")
  func detached() async throws {
    let all = try await container.tree { container in
      let task = Task.detached { try await container.leaf() }
      return [try await container.leaf(), try await task.value]
    }()
    #expect(all[0] !== all[1])
  }

  @Test("Two trees at the same time have different instances")
  func concurrentTrees() async throws {
    let meeting = TaskLatch(2)
    @Sendable func resolve() async throws -> [TestService] {
      try await container.tree { container in
        let first = [try await container.leaf(), container.syncLeaf()]
        await meeting.arriveAndWait()
        return first + [try await container.leaf(), container.syncLeaf()]
      }()
    }
    async let one = resolve()
    async let two = resolve()
    let (left, right) = (try await one, try await two)
    for all in [left, right] { #expect(all[0] === all[2] && all[1] === all[3]) }
    #expect(left[0] !== right[0])
    #expect(left[1] !== right[1])
  }

  @Test("Each parameter has an instance in the tree")
  func parameters() async throws {
    let all = try await container.tree { container in
      [
        try await container.leafOf(1), try await container.leafOf(2), try await container.leafOf(1),
      ]
    }()
    #expect(all[0] === all[2])
    #expect(all.map(\.label) == ["1", "2", "1"])
  }

  @Test("The instances are released with the tree")
  func released() async throws {
    weak var leaf: TestService?
    weak var sync: TestService?
    weak var byNumber: TestService?
    do {
      let all = try await container.tree {
        [try await $0.leaf(), $0.syncLeaf(), try await $0.leafOf(1)]
      }()
      (leaf, sync, byNumber) = (all[0], all[1], all[2])
    }
    await untilReleased { leaf }
    await untilReleased { sync }
    await untilReleased { byNumber }
  }

  @Test("A reset within the tree evicts the instance")
  func reset() async throws {
    let all = try await container.tree { container in
      let before = [try await container.leaf(), container.syncLeaf()]
      container.leaf.reset(.scope)
      container.syncLeaf.reset(.scope)
      return before + [try await container.leaf(), container.syncLeaf()]
    }()
    #expect(all[0] !== all[2])
    #expect(all[1] !== all[3])
  }

  @Test("An error is not kept for the rest of the tree")
  func error() async throws {
    container.leafBuilder.during { if $0 == 1 { throw TestError(number: 1) } }
    let all = try await container.tree { container in
      await #expect(throws: TestError(number: 1)) { _ = try await container.leaf() }
      return [try await container.leaf(), try await container.leaf()]
    }()
    #expect(areSame(all))
    #expect(container.leafBuilder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction belongs to the tree of the task that has asked first")
  func twoTrees() async throws {
    let gate = TaskGate()
    container.leafBuilder.during { number in if number == 1 { await gate.wait() } }
    let first = container.tree { container in
      [try await container.cachedMiddle(), try await container.leaf()]
    }
    let second = AsyncFactory<[TestService], any Error>(container, key: "AsyncGraphTests.second") {
      [try await container.cachedMiddle(), try await container.leaf()]
    }
    let asksFirst = await suspendedTask { try await first() }
    let asksSecond = await suspendedTask { try await second() }
    gate.open()
    let (one, two) = (try await asksFirst.value, try await asksSecond.value)
    #expect(areSame(one + [two[0]]))
    #expect(two[1] !== two[0])
  }

  @Test("A resolution that has outlived the outermost one shares instances")
  func outlivingResolution() async throws {
    let (begun, gate) = (TaskGate(), TaskGate())
    let late = LockedValue<Task<[TestService], any Error>?>(nil)
    let inner = AsyncFactory<[TestService], any Error>(container, key: "AsyncGraphTests.inner") {
      [container] in
      begun.open()
      await gate.wait()
      return [try await container.middle(), try await container.middle()]
    }
    _ = try await container.tree { _ in
      late.withLock { $0 = Task { try await inner() } }
      await begun.wait()
      return []
    }()
    gate.open()
    let all = try await late.withLock { $0 }!.value
    #expect(areSame(all))
  }

  @Test("A task that outlives its tree resolves instances of its own")
  func outliving() async throws {
    let gate = TaskGate()
    let late = LockedValue<Task<[TestService], any Error>?>(nil)
    let inside = try await container.tree { container in
      late.withLock {
        $0 = Task {
          await gate.wait()
          return [try await container.leaf(), container.syncLeaf(), try await container.leafOf(1)]
        }
      }
      return [try await container.leaf(), container.syncLeaf(), try await container.leafOf(1)]
    }()
    gate.open()
    let outside = try await late.withLock { $0 }!.value
    for (one, other) in zip(inside, outside) { #expect(one !== other) }
  }
}
