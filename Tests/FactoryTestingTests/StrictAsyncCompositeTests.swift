// Factory, MIT licence; see LICENSE
//
// Asynchronous factories that combine others in strict tests, also in child tasks.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension StrictContainer {
  fileprivate var asyncLeaf: AsyncFactory<StrictService, Never> { self { StrictService("leaf") } }
  fileprivate var asyncLeafOfScope: AsyncFactory<StrictService, Never> {
    self { StrictService("leaf") }.cached
  }
  fileprivate var asyncComposite: AsyncFactory<StrictService, any Error> {
    self { try await self.asyncCached() }
  }
  fileprivate var asyncCompositeOfScope: AsyncFactory<StrictService, any Error> {
    self { StrictService(try await self.asyncCached().name + self.plain().name) }.cached
  }
  fileprivate var asyncAbove: AsyncFactory<StrictService, any Error> {
    self { try await self.asyncCompositeOfScope() }.singleton
  }
  fileprivate var asyncAboveLeaf: AsyncFactory<StrictService, any Error> {
    self {
      _ = try await self.asyncCached()
      return await self.asyncLeafOfScope()
    }.cached
  }
  fileprivate var inChildTasks: AsyncFactory<StrictService, any Error> {
    self {
      async let one = self.asyncCached()
      async let two = StrictContainer.shared.plain()
      return StrictService(try await one.name + two.name)
    }.cached
  }
  fileprivate var inGroup: AsyncFactory<StrictService, any Error> {
    self {
      try await withThrowingTaskGroup(of: StrictService.self) { group in
        for _ in 0..<4 { group.addTask { try await self.asyncCached() } }
        return try await group.reduce(StrictService("")) { _, next in next }
      }
    }
  }
  fileprivate var leafInChildTask: AsyncFactory<StrictService, Never> {
    self {
      async let leaf = self.asyncLeaf()
      return await leaf
    }
  }
  fileprivate var synchronousInside: AsyncFactory<StrictService, Never> {
    self { self.inner() }
  }
  fileprivate var onGate: AsyncFactory<StrictService, any Error> {
    self {
      StrictGates.current?.hasBegun.open()
      await StrictGates.current?.mayEnd.wait()
      return StrictService()
    }.cached
  }
  fileprivate var asyncParameter: AsyncParameterFactory<Int, StrictService, any Error> {
    self { StrictService("\($0) \(try await self.asyncCached().name)") }.scopeOnParameters.cached
  }
}

private enum StrictGates {
  @TaskLocal static var current: (hasBegun: TaskGate, mayEnd: TaskGate)?
}

@Suite(
  "Asynchronous factories that combine others in strict tests", .strictContainer(.strict),
  .collectsIssues)
struct StrictAsyncCompositeTests {
  private let container = StrictContainer.shared

  private func registerAll() {
    container.plain.register { StrictService("mock") }
    container.asyncCached.register { StrictService("mock") }
  }

  @Test("A factory whose closure resolves only what is registered is not reported")
  func composite() async throws {
    registerAll()
    #expect(try await container.asyncComposite().name == "mock")
    #expect(try await container.asyncCompositeOfScope().name == "mockmock")
    #expect(try await container.asyncParameter(1).name == "1 mock")
  }

  @Test("Composites of composites are not reported, built or cached")
  func nested() async throws {
    registerAll()
    #expect(try await container.asyncAbove().name == "mockmock")
    container.asyncAbove.reset(.scope)
    #expect(try await container.asyncAbove().name == "mockmock")
  }

  @Test("Leaves are reported, with and without a scope")
  func leaves() async {
    let messages = await issues {
      _ = await (container.asyncLeaf(), container.asyncLeafOfScope())
    }
    #expect(factories(messages) == ["asyncLeaf", "asyncLeafOfScope"])
  }

  @Test("A leaf is reported, then the composite above it, with the chain of each")
  func aboveReported() async {
    registerAll()
    let messages = await issues { _ = try await container.asyncAboveLeaf() }
    #expect(factories(messages) == ["asyncLeafOfScope", "asyncAboveLeaf"])
    #expect(messages[0].contains("resolved by FactoryTestingTests.StrictContainer.asyncAboveLeaf<"))
    #expect(messages[1].contains("resolved by code outside of all factories."))
  }

  @Test("A composite above a cached instance of a reported factory is reported")
  func cachedReported() async {
    registerAll()
    let first = await issues { _ = await container.asyncLeafOfScope() }
    let second = await issues { _ = try await container.asyncAboveLeaf() }
    #expect(factories(first + second) == ["asyncLeafOfScope", "asyncAboveLeaf"])
  }

  @Test("What child tasks and task groups resolve counts")
  func childTasks() async throws {
    registerAll()
    #expect(try await container.inChildTasks().name == "mockmock")
    #expect(try await container.inGroup().name == "mock")
  }

  @Test("A leaf that a child task resolves is reported, and so is the composite")
  func leafInChildTask() async {
    let messages = await issues { _ = await container.leafInChildTask() }
    #expect(factories(messages) == ["asyncLeaf", "leafInChildTask"])
  }

  @Test("Synchronous factories inside asynchronous ones count")
  func synchronous() async {
    registerAll()
    #expect(await container.synchronousInside().name == "mock")
    container.plain.reset(.registration)
    let messages = await issues { _ = await container.synchronousInside() }
    #expect(factories(messages) == ["plain", "inner", "synchronousInside"])
  }

  @Test("Tasks that wait for one construction decide alike")
  func waiting() async throws {
    registerAll()
    await inTasks(8) { _ in
      #expect(try! await StrictContainer.shared.asyncAbove().name == "mockmock")
    }
    container.plain.reset(.registration)
    container.asyncCompositeOfScope.reset(.scope)
    container.asyncAbove.reset(.scope)
    let messages = await issues {
      await inTasks(8) { _ in _ = try! await StrictContainer.shared.asyncAbove() }
    }
    #expect(factories(messages) == ["plain", "asyncCompositeOfScope", "asyncAbove"])
  }

  @Test("If a mock throws, the composite that throws the error is not reported")
  func errors() async {
    registerAll()
    container.asyncCached.register { throw StrictError.failed }
    await #expect(throws: StrictError.failed) { try await container.asyncComposite() }
    await #expect(throws: StrictError.failed) { try await container.asyncCompositeOfScope() }
  }

  @Test("A construction that outlives its cancelled resolution is reported at its end")
  func cancelled() async {
    let (hasBegun, mayEnd, hasEnded) = (TaskGate(), TaskGate(), TaskGate())
    container.onGate.wrap {
      hasEnded.open()
      return $0
    }
    let messages = await issues {
      await StrictGates.$current.withValue((hasBegun, mayEnd)) {
        let task = Task { try await container.onGate() }
        await hasBegun.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        mayEnd.open()
        await hasEnded.wait()
      }
    }
    #expect(factories(messages) == ["onGate"])
  }

  @Test("A layer that resolves does not make a leaf a composite")
  func layers() async {
    registerAll()
    container.asyncLeaf.wrap { [container] in
      StrictService("\($0.name) \(container.plain().name)")
    }
    let messages = await issues { #expect(await container.asyncLeaf().name == "leaf mock") }
    #expect(factories(messages) == ["asyncLeaf"])
  }
}
