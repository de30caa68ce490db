// Factory, MIT licence; see LICENSE
//
// Factories that combine others in strict tests, also in child tasks and on threads: reported only
// above one that is reported.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private struct Wrapped: Sendable {
  @Injected(\StrictContainer.plain) var plain
}

private struct Lazily {
  @LazyInjected(\StrictContainer.plain) var plain
}

extension StrictContainer {
  fileprivate var leaf: Factory<StrictService> { self { StrictService("leaf") } }
  fileprivate var leafOfScope: Factory<StrictService> { self { StrictService("leaf") }.cached }
  fileprivate var two: Factory<[StrictService]> { self { [self.plain(), self.cached()] } }
  fileprivate var twoCached: Factory<[StrictService]> {
    self { [self.plain(), self.cached()] }.cached
  }
  fileprivate var twoWithLeaf: Factory<[StrictService]> {
    self { [self.plain(), self.leaf()] }
  }
  fileprivate var twoWithLeafOfScope: Factory<[StrictService]> {
    self { [self.plain(), self.leafOfScope()] }
  }
  fileprivate var above: Factory<StrictService> { self { self.two()[0] } }
  fileprivate var aboveLeaf: Factory<StrictService> { self { self.twoWithLeaf()[0] } }
  fileprivate var aboveCached: Factory<StrictService> { self { self.twoCached()[0] } }
  fileprivate var wrapped: Factory<Wrapped> { self { Wrapped() } }
  fileprivate var lazily: Factory<Lazily> { self { Lazily() } }
  fileprivate var byFunction: Factory<StrictService> {
    self { dependency(\StrictContainer.plain) }
  }
  fileprivate var ofParameter: ParameterFactory<Int, StrictService> {
    self { StrictService("\($0) \(self.plain().name)") }.scopeOnParameters.cached
  }
  fileprivate var factorial: ParameterFactory<Int, Int> {
    self { $0 == 0 ? 1 : $0 * self.factorial($0 - 1) }
  }
  fileprivate var countdown: ParameterFactory<Int, StrictService> {
    self { $0 == 0 ? self.plain() : self.countdown($0 - 1) }
  }
  fileprivate var throwingTwo: ThrowingFactory<[StrictService], any Error> {
    self { [try self.throwing(), self.plain()] }
  }
  fileprivate var collection: FactoryGroup<StrictService> {
    group().add(\StrictContainer.plain).add(\StrictContainer.cached)
  }
  fileprivate var collected: Factory<[StrictService]> { self { self.collection() } }
  fileprivate var allowedAbove: Factory<StrictService> { self { self.leaf() }.testable }
  fileprivate var aboveAllowed: Factory<StrictService> { self { self.allowedAbove() } }
  // Asynchronous.
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
      async let leaf = self.asyncLeafOfScope()
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
}

@Suite(
  "Factories that combine others in strict tests", .strictContainer(.strict), .collectsIssues)
struct StrictCompositeTests {
  private let container = StrictContainer.shared

  @Test("A factory that resolves only registered ones, or composites of them, is not reported")
  func composite() {
    container.registerMocks()
    #expect(container.two()[0].name == "mock")
    #expect(container.ofParameter(1).name == "1 mock")
    #expect(container.above().name == "mock")
    #expect(container.aboveCached().name == "mock")
  }

  @Test(
    "A leaf is reported, then the composites above it, which say to replace the leaf, each once")
  func aboveReported() {
    container.registerMocks()
    let messages = issues { for _ in 0..<2 { _ = container.aboveLeaf() } }
    #expect(factories(messages) == ["leaf", "twoWithLeaf", "aboveLeaf"])
    #expect(messages.last?.contains("It was resolved by code outside of all factories.") == true)
    #expect(messages[1].contains("It was resolved by FactoryTestingTests.StrictContainer.above"))
    #expect(
      messages.map { $0.contains("register the factory that it has resolved") } == [
        false, true, true,
      ])
  }

  @Test("A composite above a factory that was reported before is reported")
  func reportedBefore() {
    container.registerMocks()
    #expect(factories(issues { _ = container.leaf() }) == ["leaf"])
    #expect(factories(issues { _ = container.twoWithLeaf() }) == ["twoWithLeaf"])
  }

  @Test("A composite above a cached instance of a reported factory is reported")
  func cachedReported() {
    let messages = issues { _ = (container.cached(), container.plain()) }
    #expect(factories(messages) == ["cached", "plain"])
    container.plain.register { StrictService("mock") }
    #expect(factories(issues { _ = container.two() }) == ["two"])
  }

  @Test("A mock that is registered after the report is no reason to report what uses it")
  func registeredAfterReport() {
    #expect(factories(issues { _ = (container.plain(), container.cached()) }).count == 2)
    container.registerMocks()
    #expect(container.two()[0].name == "mock")
    #expect(container.two()[1].name == "mock")
  }

  @Test("Cached instances count as resolved")
  func hits() {
    container.registerMocks()
    let first = container.cached()
    container.plain.register { [container] in container.cached() }
    #expect(container.two()[0] === first)
    #expect(container.twoCached()[1] === first)
    #expect(container.aboveCached() === first)
  }

  @Test("Property wrappers and dependency() count as resolving")
  func injection() {
    container.registerMocks()
    #expect(container.wrapped().plain.name == "mock")
    #expect(container.byFunction().name == "mock")
  }

  @Test("A wrapper that resolves later does not count: its factory is a leaf")
  func lazily() {
    container.registerMocks()
    #expect(factories(issues { _ = container.lazily().plain }) == ["lazily"])
  }

  @Test("A factory that resolves itself, and at last what is registered, is not reported")
  func recursiveComposite() {
    container.registerMocks()
    #expect(container.countdown(5).name == "mock")
  }

  @Test("A factory that resolves only itself, with other parameters, is a leaf")
  func recursion() {
    let messages = issues { #expect(container.factorial(4) == 24) }
    #expect(factories(messages) == ["factorial"])
  }

  @Test("A leaf below a registered closure is reported, and so is what is above")
  func belowRegistered() {
    container.registerMocks()
    container.plain.register { [container] in container.leaf() }
    #expect(factories(issues { _ = container.two() }) == ["leaf", "two"])
  }

  @Test("A composite above one that is testable or allowed, and that is above a leaf, is reported")
  func aboveTestable() {
    #expect(factories(issues { _ = container.aboveAllowed() }) == ["leaf", "aboveAllowed"])
  }

  @Test(
    "A composite above an allowed leaf is not reported",
    .strictContainer(allowing: \.leaf) { $0.plain.register { StrictService("mock") } })
  func allowedLeaf() {
    #expect(StrictContainer.shared.aboveLeaf().name == "mock")
  }

  @Test("If a mock throws, the composite that throws the error is not reported, a leaf is")
  func errors() {
    container.registerMocks()
    container.throwing.register { throw StrictError.failed }
    #expect(throws: StrictError.failed) { try container.throwingTwo() }
    let messages = issues {
      do { _ = try container.failing() } catch {}
    }
    #expect(factories(messages) == ["failing"])
  }

  @Test("A group counts as resolved, and its members decide")
  func group() {
    container.registerMocks()
    #expect(container.collected().count == 2)
    container.plain.reset(.registration)
    #expect(factories(issues { _ = container.collected() }) == ["plain", "collected"])
  }

  @Test("What a decorator or a layer resolves is not part of the closure")
  func decoratorsAndLayers() {
    container.registerMocks()
    container.leafOfScope.decorator { [container] _ in _ = container.plain() }
    #expect(factories(issues { _ = container.leafOfScope() }) == ["leafOfScope"])
    container.leaf.wrap { [container] in StrictService("\($0.name) \(container.plain().name)") }
    let messages = issues { #expect(container.leaf().name == "leaf mock") }
    #expect(factories(messages) == ["leaf"])
  }
}

// MARK: Asynchronous

private enum StrictGates {
  @TaskLocal static var current: (hasBegun: TaskGate, mayEnd: TaskGate)?
}

@Suite(
  "Asynchronous factories that combine others in strict tests", .strictContainer(.strict),
  .collectsIssues)
struct StrictAsyncCompositeTests {
  private let container = StrictContainer.shared

  @Test("A factory that resolves only registered ones, or composites of them, is not reported")
  func composite() async throws {
    container.registerMocks()
    #expect(try await container.asyncComposite().name == "mock")
    #expect(try await container.asyncAbove().name == "mockmock")
    container.asyncAbove.reset(.scope)
    #expect(try await container.asyncAbove().name == "mockmock")
  }

  @Test("What child tasks and task groups resolve counts")
  func childTasks() async throws {
    container.registerMocks()
    #expect(try await container.inChildTasks().name == "mockmock")
    #expect(try await container.inGroup().name == "mock")
  }

  @Test("A leaf that a child task resolves is reported, and so is the composite")
  func leafInChildTask() async {
    let messages = await issues { _ = await container.leafInChildTask() }
    #expect(factories(messages) == ["asyncLeafOfScope", "leafInChildTask"])
  }

  @Test("Synchronous factories inside asynchronous ones count")
  func synchronous() async {
    container.registerMocks()
    #expect(await container.synchronousInside().name == "mock")
    container.plain.reset(.registration)
    let messages = await issues { _ = await container.synchronousInside() }
    #expect(factories(messages) == ["plain", "inner", "synchronousInside"])
  }

  @Test("If a mock throws, the composite that throws the error is not reported")
  func errors() async {
    container.registerMocks()
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
}

// MARK: Threads

@Suite("Strict tests on threads and in tasks", .collectsIssues)
struct StrictThreadsTests {
  @Test("Threads report each factory once, and no composite of registered ones")
  func threads() {
    let messages = issues {
      withTestContainer(StrictContainer.$shared, StrictContainer(), .strict) {
        $0.registerMocks()
      } operation: {
        let container = StrictContainer.shared
        onThreads(8) { index in
          for round in 0..<100 {
            _ = (container.two(), container.twoWithLeaf(), container.twoWithLeafOfScope())
            if (round + index) % 8 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
    }
    #expect(
      factories(messages).sorted()
        == ["leaf", "leafOfScope", "twoWithLeaf", "twoWithLeafOfScope"])
  }

  @Test("So do tasks that wait for each other's constructions")
  func tasks() async {
    let messages = await issues {
      await withTestContainer(StrictContainer.$shared, StrictContainer(), .strict) {
        $0.registerMocks()
      } operation: {
        let container = StrictContainer.shared
        await inTasks(8) { index in
          for round in 0..<50 {
            _ = try? await (container.inChildTasks(), container.leafInChildTask())
            if (round + index) % 8 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
    }
    #expect(factories(messages).sorted() == ["asyncLeafOfScope", "leafInChildTask"])
  }
}
