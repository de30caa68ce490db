// Factory, MIT licence; see LICENSE
//
// Instances with a shutdown hook that no task receives, because all that had asked were cancelled.
import FactoryTestSupport
import FactoryTesting
import Testing

/// Counts what is opened and closed.
private final class Connections: Sendable {
  let opened = LockedArray<String>()
  let closed = LockedArray<String>()
  let (isConnecting, mayConnect) = (TaskGate(), TaskGate())
  private let hasClosed = TaskGate()

  func connect(_ name: String) async -> Resource {
    opened.append(name)
    let number = opened.elements.count
    if number == 1 {
      isConnecting.open()
      await mayConnect.wait()
    }
    return Resource("\(name) \(number)")
  }

  func close(_ resource: Resource) {
    closed.append(resource.name)
    hasClosed.open()
  }

  /// Lets the construction end, and waits until its instance was closed.
  func connectAndClose() async {
    mayConnect.open()
    await hasClosed.wait()
  }
}

private final class LosingContainer: SharedContainer {
  @TaskLocal static var shared = LosingContainer()
  let manager: ContainerManager
  let connections = Connections()

  init() { manager = ContainerManager() }
  init(parent: LosingContainer) { manager = ContainerManager(childOf: parent) }

  private func connecting(_ key: StaticString) -> AsyncFactory<Resource, any Error> {
    self(key: key) { [connections] in await connections.connect("\(key)") }
      .onShutdown { [connections] in connections.close($0) }
  }

  var cached: AsyncFactory<Resource, any Error> { connecting("cached").cached }
  var weak: AsyncFactory<Resource, any Error> { connecting("weak").shared }
  var single: AsyncFactory<Resource, any Error> { connecting("single").singleton }
  var graph: AsyncFactory<Resource, any Error> { connecting("graph").graph }
  var byNumber: AsyncParameterFactory<Int, Resource, any Error> {
    self { [connections] _ in await connections.connect("number") }
      .onShutdown { [connections] in connections.close($0) }.scopeOnParameters.cached
  }
  var bare: AsyncFactory<Resource, any Error> {
    self { [connections] in await connections.connect("bare") }.cached
  }
  /// Resolves the graph instance as a part of an outer resolution.
  var graphOwner: AsyncFactory<Resource, any Error> { self { try await self.graph() } }
}

/// A factory whose instance may be lost.
private enum Losing: CaseIterable, Sendable {
  case cached, weak, single, byNumber

  @Sendable func resolve(_ container: LosingContainer) async throws -> Resource {
    switch self {
    case .cached: try await container.cached()
    case .weak: try await container.weak()
    case .single: try await container.single()
    case .byNumber: try await container.byNumber(1)
    }
  }

  func reset(_ container: LosingContainer) {
    switch self {
    case .cached: container.cached.reset(.scope)
    case .weak: container.weak.reset(.scope)
    case .single: Scope.singleton.reset()
    case .byNumber: container.byNumber.reset(.scope)
    }
  }
}

@Suite("Instances that nobody receives", .container) struct LostInstanceTests {
  private let container = LosingContainer()
  private var connections: Connections { container.connections }

  /// Lets the only task that asks be cancelled while the closure goes on.
  private func abandon(
    in child: LosingContainer? = nil,
    _ resolve: @escaping @Sendable (LosingContainer) async throws -> Resource
  ) async {
    let container = child ?? container
    let task = Task { try await resolve(container) }
    await container.connections.isConnecting.wait()
    task.cancel()
    _ = await task.result
  }

  @Test("One that another construction has replaced is closed", arguments: Losing.allCases)
  private func replaced(_ losing: Losing) async throws {
    await abandon(losing.resolve)
    let second = try await losing.resolve(container)
    await connections.connectAndClose()
    #expect(connections.opened.elements.count == 2)
    #expect(connections.closed.elements.count == 1)
    #expect(!connections.closed.elements.contains(second.name))
    #expect(try await losing.resolve(container) === second)
  }

  @Test("One that a reset has overtaken is closed", arguments: Losing.allCases)
  private func overtaken(_ losing: Losing) async {
    await abandon(losing.resolve)
    losing.reset(container)
    await connections.connectAndClose()
    #expect(connections.closed.elements.count == 1)
  }

  @Test("One that a pop or a registration has overtaken is closed", arguments: [true, false])
  func overtakenByChange(isPop: Bool) async {
    container.manager.push()
    await abandon { try await $0.cached() }
    if isPop {
      container.manager.pop()
    } else {
      container.cached.register { Resource("registered") }
    }
    await connections.connectAndClose()
    #expect(connections.closed.elements.count == 1)
  }

  @Test("One of a child that was dropped is closed")
  func child() async {
    weak var dropped: LosingContainer?
    let connections: Connections
    do {
      let child = LosingContainer(parent: container)
      (dropped, connections) = (child, child.connections)
      await abandon(in: child) { try await $0.cached() }
      child.cached.reset(.scope)
    }
    await connections.connectAndClose()
    await untilReleased { dropped }
    #expect(connections.closed.elements == ["cached 1"])
  }

  @Test("One that is cached is not closed before the shutdown")
  func kept() async throws {
    await abandon { try await $0.cached() }
    connections.mayConnect.open()
    // The construction ends with this, and the next resolution finds its instance.
    while container.cached.resolvedOrNil() == nil { await Task.yield() }
    #expect(try await container.cached().name == "cached 1")
    #expect(connections.closed.elements.isEmpty)
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(connections.closed.elements == ["cached 1"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "One that a task has received is not closed, although a reset has overtaken it",
    arguments: Losing.allCases)
  private func received(_ losing: Losing) async throws {
    let container = container
    let first = WatchedTask { try await losing.resolve(container) }
    await first.suspended()
    let second = WatchedTask { try await losing.resolve(container) }
    await second.suspended()
    first.cancel()
    _ = await first.result
    losing.reset(container)
    connections.mayConnect.open()
    _ = try await second.value
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(connections.closed.elements.isEmpty)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One of a failed warm-up is closed once")
  func warmUp() async throws {
    let container = container
    let task = WatchedTask { try await container.warmUp(\.cached) }
    await task.suspended()
    task.cancel()
    await task.suspended()
    container.cached.reset(.scope)
    connections.mayConnect.open()
    _ = await task.result
    await connections.connectAndClose()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(connections.closed.elements.count == 1)
  }

  @Test("The hook runs with the containers of the task that had asked")
  func surroundings() async throws {
    let asker = LosingContainer()
    let seen = LockedArray<Bool>()
    container.bare.onShutdown { [connections] in
      seen.append(LosingContainer.shared === asker)
      connections.close($0)
    }
    await LosingContainer.$shared.withValue(asker) { await abandon { try await $0.bare() } }
    container.bare.reset(.scope)
    await connections.connectAndClose()
    #expect(seen.elements == [true])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One in the scope shared is closed if its only task is cancelled while it is being cached")
  func cancelledAtTheEnd() async {
    let container = container
    // The clock is read after the closure has returned.
    let task = LockedValue<WatchedTask<Resource>?>(nil)
    container.manager.clock = {
      task.withLock { $0 }?.cancel()
      return 0
    }
    container.weak.timeToLive(60)
    let asker = WatchedTask { try await container.weak() }
    await asker.suspended()
    task.withLock { $0 = asker }
    connections.mayConnect.open()
    _ = await asker.result
    await connections.connectAndClose()
    #expect(connections.closed.elements == ["weak 1"])
  }

  @Test("The hook of a graph instance is never called")
  func graph() async throws {
    let container = container
    let task = Task { try await container.graphOwner() }
    await connections.isConnecting.wait()
    task.cancel()
    container.graph.reset(.scope)
    connections.mayConnect.open()
    _ = await task.result
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(connections.closed.elements.isEmpty)
  }
}
