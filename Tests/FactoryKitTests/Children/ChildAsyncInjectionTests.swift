// Factory, MIT licence; see LICENSE
//
// Asynchronous constructions in a child: on several threads, in child tasks, with layers and decorators.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A factory that is asynchronous has no scope, or one with which its closure runs in a task of its own.
private let asyncScopes: [Scope?] = [nil, .cached, .shared, .graph]

/// The names that a construction has injected.
private final class Names: Sendable {
  let all: [String]
  init(_ all: [String]) { self.all = all }
}

private final class LazyOrigin: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
  @InjectedContainer var container
}

extension Container {
  fileprivate var graphLazy: AsyncFactory<LazyOrigin, Never> {
    self { () async in LazyOrigin() }.graph
  }
  fileprivate var single: AsyncFactory<LazyOrigin, Never> {
    self { () async in await self.graphLazy() }.singleton
  }

  /// A factory whose closure is given.
  fileprivate func names(
    _ scope: Scope?, _ make: @escaping @Sendable () async -> [String]
  ) -> AsyncFactory<Names, Never> {
    AsyncFactory(self, key: "names") { Names(await make()) }.scoped(scope)
  }
}

/// Injects in child tasks of all kinds, which run at the same time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func inChildTasks() async -> [String] {
  async let one = Made().name
  async let onThread = onOtherThread { Made().name }
  async let nested = {
    async let inner = onOtherThread { Made().name }
    return await inner + Made().name
  }()
  let grouped = await withTaskGroup(of: String.self) { group in
    group.addTask { Made().name }
    group.addTask { await onOtherThread { Made().name } }
    group.addTask {
      async let inner = Made().name
      return await inner
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  let discarded = LockedArray<String>()
  await withDiscardingTaskGroup { group in
    for _ in 0..<2 { group.addTask { discarded.append(Made().name) } }
  }
  return await [one, onThread, nested] + grouped + discarded.elements
}

@Suite("Asynchronous constructions in a child", .container) struct ChildAsyncInjectionTests {
  private let child = Container.child("child")

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A construction injects from the child on each thread on which it continues",
    arguments: asyncScopes)
  func threads(scope: Scope?) async {
    let names = child.names(scope) {
      let first = Made().name
      let second = await onOtherThread {
        let name = Made().name
        return await name + onOtherThread { Made().name }
      }
      return [first, second, Made().name]
    }
    #expect(await names().all == ["child", "childchild", "child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A construction that was suspended injects from the child, although others were built meanwhile"
  )
  func suspended() async throws {
    let gate = TaskGate()
    let names = child.names(nil) {
      let thread = ThreadReference()
      let first = Made().name
      await gate.wait()
      #expect(!thread.isCurrent)
      return [first, Made().name]
    }
    let task = WatchedTask { await names() }
    await task.suspended()
    #expect(Made().name == "root")
    #expect(await Container.child("other").names(nil) { [Made().name] }().all == ["other"])
    gate.open()
    #expect(try await task.value.all == ["child", "child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("All child tasks of a construction inject from the child", arguments: asyncScopes)
  func childTasks(scope: Scope?) async {
    let names = await child.names(scope, inChildTasks)().all
    #expect(names.joined() == String(repeating: "child", count: 9))
    #expect(names.count == 8)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "So do those of a construction that a child task of another container's construction begins",
    arguments: asyncScopes)
  func childTasksInside(scope: Scope?) async {
    let other = Container.child("other")
    let outer = other.names(scope) { [child] in
      await withTaskGroup(of: [String].self) { group in
        group.addTask { await child.names(scope, inChildTasks)().all }
        return await group.next()! + [Made().name]
      }
    }
    let names = await outer().all
    #expect(names.last == "other")
    #expect(names.dropLast().joined() == String(repeating: "child", count: 9))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An instance of a scope that is built while the body of another task group runs")
  func inOtherGroup() async {
    let names = await withTaskGroup(of: Void.self) { [child] _ in
      await child.names(.cached, inChildTasks)().all
    }
    #expect(names.joined() == String(repeating: "child", count: 9))
  }

  @Test("A task that waits for another one's construction injects from its own child afterwards")
  func waiting() async {
    let (begun, gate) = (TaskGate(), TaskGate())
    let kept = child.names(.cached) {
      begun.open()
      await gate.wait()
      return [Made().name]
    }
    let other = Container.child("other")
    async let first = kept()
    await begun.wait()
    async let second = other.names(nil) {
      async let opened: Void = gate.open()
      let kept = await kept().all
      await opened
      return kept + [Made().name]
    }()
    #expect(await first.all == ["child"])
    #expect(await second.all == ["child", "other"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A construction that goes on for others injects from the child although the first task was cancelled"
  )
  func cancelled() async throws {
    let gate = TaskGate()
    let child = child
    let names = { @Sendable in
      try await AsyncFactory<Names, any Error>(child, key: "cancelled") {
        await gate.wait()
        return Names([Made().name])
      }.cached()
    }
    let (first, second) = (WatchedTask(names), WatchedTask(names))
    await first.suspended()
    await second.suspended()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    #expect(try await second.value.all == ["child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction injects from a child that was released meanwhile", arguments: asyncScopes)
  func released(scope: Scope?) async throws {
    let gate = TaskGate()
    weak var weakChild: Container?
    let task: WatchedTask<Names>
    do {
      let child = Container.child("released")
      weakChild = child
      let names = child.names(scope) {
        let first = Made().name
        await gate.wait()
        return [first, Made().name]
      }
      task = WatchedTask { await names() }
    }
    // The construction of a scope has a task of its own, which may not have begun yet.
    await task.suspended()
    gate.open()
    #expect(try await task.value.all == ["released", "released"])
    await untilReleased { weakChild }
  }

  @Test("warmUp of a child inside a construction of another child builds for the warmed one")
  func warmUp() async throws {
    let warmed = Container.child("warmed")
    let factory = AsyncFactory<String, any Error>(child, key: "warming") {
      try await warmed.warmUp(\.warmed, \.warmedAsync)
      return Made().name
    }
    #expect(try await factory() == "child")
    #expect(warmed.warmed.resolvedOrNil()?.all == ["warmed"])
    #expect(warmed.warmedAsync.resolvedOrNil()?.all == Array(repeating: "warmed", count: 3))
    #expect(child.warmed.resolvedOrNil() == nil)
  }
}

extension Container {
  fileprivate var warmed: Factory<Names> { self { Names([Made().name]) }.cached }
  fileprivate var warmedAsync: AsyncFactory<Names, Never> {
    self { () async in
      async let one = Made().name
      async let two = Made().name
      return await Names([one, two, Made().name])
    }.cached
  }
}
