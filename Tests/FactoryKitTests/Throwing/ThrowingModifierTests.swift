// Factory, MIT licence; see LICENSE
//
// The modifiers of throwing factories: times to live, decorators, `once`, resets, snapshots and
// other containers.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension ThrowingContainer {
  fileprivate var once: ThrowingFactory<TestService, any Error> {
    self { try self.make() }.cached.timeToLive(10).once()
  }
  fileprivate var timedByNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make("\($0)") }.scopeOnParameters.cached.timeToLive(10)
  }
}

@Suite("Modifiers of throwing factories", .container) struct ThrowingModifierTests {
  private let container = ThrowingContainer()

  // MARK: Time to live

  @Test("An expired instance is evicted even if the closure throws then")
  func timeToLive() throws {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let instance = try container.timed()
    clock.advance(seconds: 9)
    #expect(try container.timed() === instance)
    clock.advance(seconds: 10)
    container.fails = true
    #expect(throws: MakeError(attempt: 2)) { try container.timed() }
    container.fails = false
    #expect(try container.timed() !== instance)
  }

  @Test("An error does not start the time to live of the next instance")
  func timeToLiveAfterError() throws {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.timed() }
    clock.advance(seconds: 9)
    container.fails = false
    let instance = try container.timed()
    clock.advance(seconds: 9)
    #expect(try container.timed() === instance)
  }

  @Test("Each parameter's instance has its own time to live")
  func timeToLiveByParameter() throws {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let one = try container.timedByNumber(1)
    clock.advance(seconds: 6)
    let two = try container.timedByNumber(2)
    clock.advance(seconds: 6)
    #expect(try container.timedByNumber(1) !== one)
    #expect(try container.timedByNumber(2) === two)
  }

  // MARK: Decorators

  @Test(
    "A decorator gets new and cached instances, and no errors", arguments: ThrowingScope.caching)
  func decorator(scope: ThrowingScope) throws {
    let seen = LockedArray<String>()
    let factory = scope.factory(in: container)
    factory.decorator { instance, isNew in seen.append("\(instance.label) \(isNew)") }
    container.fails = true
    #expect(throws: MakeError.self) { try factory() }
    container.fails = false
    let instance = try factory()
    _ = try factory()
    #expect(seen.elements == ["original true", "original false"])
    withExtendedLifetime(instance) {}
  }

  @Test("A decorator of a factory with a parameter gets no errors")
  func decoratorWithParameter() throws {
    let seen = LockedArray<String>()
    container.byNumber.decorator { seen.append($0.label) }
    _ = try container.byNumber(1)
    container.fails = true
    #expect(throws: MakeError.self) { try container.byNumber(2) }
    #expect(seen.elements == ["1"])
  }

  @Test("The container's decorator gets the instances of throwing factories, and no errors")
  func containerDecorator() throws {
    let seen = LockedArray<String>()
    container.decorator { seen.append(($0 as? TestService)?.label ?? "?") }
    _ = try container.cached()
    container.fails = true
    _ = try container.cached()
    #expect(throws: MakeError.self) { try container.plain() }
    #expect(throws: MakeError.self) { try container.byNumber(2) }
    #expect(seen.elements == ["original", "original"])
  }

  @Test("A decorator may resolve a throwing factory that fails")
  func failingDecorator() throws {
    let errors = Counter()
    let container = container
    container.byNumber.decorator { [unowned container] _ in
      container.fails = true
      do { _ = try container.plain() } catch { errors.increment() }
      container.fails = false
    }
    #expect(try container.byNumber(1).label == "1")
    #expect(try container.byNumber(2).label == "2")
    #expect(errors.value == 2)
  }

  // MARK: Once

  @Test("With once, a modifier from outside stays")
  func once() throws {
    _ = container.once
    container.once.scope(.unique)
    #expect(try container.once() !== container.once())
    container.once.reset()
    #expect(try container.once() === container.once())
  }

  // MARK: Resets

  @Test(
    "A reset removes what its options select",
    arguments: [
      (FactoryResetOptions.all, "original", false), (.registration, "original", true),
      (.scope, "registered", false), (.context, "registered", true), (.none, "registered", true),
    ])
  func reset(options: FactoryResetOptions, label: String, isCached: Bool) throws {
    container.cached.register { TestService("registered") }
    let instance = try container.cached()
    container.cached.reset(options)
    #expect((try container.cached() === instance) == isCached)
    container.cached.reset(.scope)
    #expect(try container.cached().label == label)
  }

  @Test("A registration evicts the cached instance", arguments: ThrowingScope.caching)
  func register(scope: ThrowingScope) throws {
    let factory = scope.factory(in: container)
    let instance = try factory()
    factory.register { throw MakeError(attempt: 50) }
    #expect(throws: MakeError(attempt: 50)) { try factory() }
    factory.register { TestService("registered") }
    #expect(try factory().label == "registered")
    factory.reset()
    #expect(try scope.factory(in: container)() !== instance)
  }

  @Test("A reset of the container and of a scope includes throwing factories")
  func resetContainer() throws {
    let session = try container.session()
    let cached = try container.cached()
    container.manager.reset(scope: .throwingSession)
    #expect(try container.session() !== session)
    #expect(try container.cached() === cached)
    container.cached.register { TestService("registered") }
    container.reset()
    #expect(try container.cached().label == "original")
  }

  // MARK: Snapshots

  @Test("pop restores the registrations and instances of throwing factories")
  func pushAndPop() throws {
    let instance = try container.cached()
    let one = try container.perNumber(1)
    container.manager.push()
    container.cached.register { throw MakeError(attempt: 50) }
    container.fails = true
    container.perNumber.reset(.scope)
    #expect(throws: MakeError(attempt: 50)) { try container.cached() }
    #expect(throws: MakeError(attempt: 3)) { try container.perNumber(1) }
    container.manager.pop()
    #expect(try container.cached() === instance)
    #expect(try container.perNumber(1) === one)
  }

  @Test("pop removes an instance that was created after push")
  func pop() throws {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.cached() }
    container.manager.push()
    container.fails = false
    let instance = try container.cached()
    container.manager.pop()
    #expect(try container.cached() !== instance)
  }

  // MARK: Other containers

  @Test("withValue selects the container of a throwing factory")
  func withValue() throws {
    let other = ThrowingContainer()
    other.plain.register { throw MakeError(attempt: 50) }
    ThrowingContainer.$shared.withValue(other) {
      #expect(throws: MakeError(attempt: 50)) { try ThrowingContainer.shared.plain() }
    }
    let label = try ThrowingContainer.$shared.withValue(container) {
      try ThrowingContainer.shared.plain().label
    }
    #expect(label == "original")
  }

  @Test("with sets up throwing factories")
  func with() throws {
    let container = ThrowingContainer().with { $0.cached.register { TestService("with") } }
    #expect(try container.cached().label == "with")
  }
}
