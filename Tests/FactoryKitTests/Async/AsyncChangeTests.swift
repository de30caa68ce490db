// Factory, MIT licence; see LICENSE
//
// Changes while an asynchronous factory's closure runs: they return at once, and the instance that
// they overtake goes to the tasks that asked before.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Changes during a construction", .container) struct AsyncChangeTests {
  private let container = AsyncContainer()
  private let gate = TaskGate()

  /// The first construction waits for the gate.
  private func prepare() {
    let gate = gate
    container.builder.during { if $0 == 1 { await gate.wait() } }
  }

  enum Change: CaseIterable { case reset, registration }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A change returns at once; those who asked before get the instance, which is not kept",
    arguments: AsyncKept.allCases, Change.allCases)
  private func overtakes(_ kept: AsyncKept, _ change: Change) async throws {
    prepare()
    let before = await suspendedTasks(3) { try await kept.resolve(container) }
    switch change {
    case .reset: kept.reset(container)
    case .registration: kept.register(container) { TestService("registered") }
    }
    // A task that asks after the change does not wait for the overtaken construction.
    let new = try await kept.resolve(container)
    gate.open()
    let overtaken = try await before[0].value
    for task in before { #expect(try await task.value === overtaken) }
    #expect(overtaken !== new)
    #expect(overtaken.label != "registered")
    #expect((new.label == "registered") == (change == .registration))
    #expect(try await kept.resolve(container) === new)
    #expect(container.builder.count.value == (change == .reset ? 2 : 1))
    #expect(!container.builder.wasCancelled.isRaised)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "An overtaken instance is not kept, if nobody has asked since", arguments: AsyncKept.allCases)
  private func notKept(_ kept: AsyncKept) async throws {
    prepare()
    let before = await suspendedTask { try await kept.resolve(container) }
    kept.reset(container)
    gate.open()
    let overtaken = try await before.value
    #expect(kept.existing(container) == nil)
    #expect(try await kept.resolve(container) !== overtaken)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The error of an overtaken construction goes to those who asked before only")
  func error() async throws {
    container.builder.during { [gate] number in
      guard number == 1 else { return }
      await gate.wait()
      throw TestError(number: number)
    }
    let before = await suspendedTask { try await container.cached() }
    container.cached.reset(.scope)
    let new = try await container.cached()
    gate.open()
    #expect(errorOf(await before.result) as? TestError == TestError(number: 1))
    #expect(try await container.cached() === new)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A pop during a construction abandons it for later resolutions")
  func pop() async throws {
    let kept = try await container.cached()
    container.manager.push()
    container.cached.reset(.scope)
    container.builder.during { [gate] _ in await gate.wait() }
    let before = await suspendedTask { try await container.cached() }
    container.manager.pop()
    #expect(try await container.cached() === kept)
    gate.open()
    #expect(try await before.value !== kept)
    #expect(try await container.cached() === kept)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A change of scope during a construction abandons it for later resolutions")
  func scope() async throws {
    container.unscoped.scope(.cached)
    prepare()
    let before = await suspendedTask { try await container.unscoped() }
    container.unscoped.scope(.singleton)
    let new = try await container.unscoped()
    gate.open()
    #expect(try await before.value !== new)
    #expect(try await container.unscoped() === new)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An overtaken construction whose waiting tasks are cancelled is cancelled")
  func cancelled() async throws {
    let (never, hasEnded) = (TaskGate(), TaskGate())
    container.builder.during { number in
      guard number == 1 else { return }
      defer { hasEnded.open() }
      try await never.waitUnlessCancelled()
    }
    let before = await suspendedTask { try await container.cached() }
    container.cached.reset(.scope)
    let new = try await container.cached()
    before.cancel()
    #expect(errorOf(await before.result) is CancellationError)
    await hasEnded.wait()
    #expect(try await container.cached() === new)
  }

  @Test("The closure may reset and register its own factory")
  func fromInside() async throws {
    // The step retains the container, which retains its builder.
    defer { container.builder.during { _ in } }
    container.builder.during { number in
      guard number == 1 else { return }
      container.cached.register { TestService("registered inside") }
    }
    #expect(try await container.cached().label == "original")
    #expect(try await container.cached().label == "registered inside")
    container.reset()
  }
}
