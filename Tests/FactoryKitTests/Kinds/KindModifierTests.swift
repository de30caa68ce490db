// Factory, MIT licence; see LICENSE
//
// Times to live, decorators and layers of every kind of factory, and what a watcher is told about it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Times to live of every kind of factory", .container) struct KindTimeToLiveTests {
  private let container = KindContainer()
  private let clock = ManualClock()

  init() { container.manager.clock = clock.reading }

  @Test(
    "An instance expires when it has not been resolved for the time",
    arguments: TestedKind.allCases, TestedScope.caching)
  func expires(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope).timeToLive(10)
    let instance = try await factory()
    for _ in 0..<3 {
      clock.advance(seconds: 9)
      #expect(try await factory() === instance)
    }
    clock.advance(seconds: 11)
    #expect(try await factory() !== instance)
  }

  @Test("The modifier may come before the scope", arguments: TestedKind.allCases)
  func order(kind: TestedKind) async throws {
    let factory = container.factory(kind).timeToLive(10).cached
    let instance = try await factory()
    clock.advance(seconds: 9)
    #expect(try await factory() === instance)
    clock.advance(seconds: 11)
    #expect(try await factory() !== instance)
  }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @Test("The time can be given as a Duration", arguments: TestedKind.allCases)
  func duration(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached).timeToLive(.milliseconds(1500))
    let instance = try await factory()
    clock.advance(seconds: 1.4)
    #expect(try await factory() === instance)
    clock.advance(seconds: 1.6)
    #expect(try await factory() !== instance)
  }

  @Test(
    "The time starts when the instance is finished, however long its construction took",
    arguments: TestedKind.allCases)
  func slow(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached).timeToLive(10)
    factory.register { [clock] in
      clock.advance(seconds: 60)
      return TestService("slow \($0)")
    }
    let instance = try await factory()
    clock.advance(seconds: 9)
    #expect(try await factory() === instance)
  }

  @Test("resolvedOrNil does not return an expired instance", arguments: TestedKind.allCases)
  func existing(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached).timeToLive(10)
    let instance = try await factory()
    clock.advance(seconds: 9)
    #expect(await factory.existing() === instance)
    clock.advance(seconds: 9)
    #expect(await factory.existing() == nil)
    #expect(container.calls.value == 1)
  }

  @Test(
    "An expired instance is evicted even if the closure throws then", arguments: TestedKind.failing)
  func error(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached).timeToLive(10)
    let instance = try await factory()
    clock.advance(seconds: 11)
    container.fails = true
    await #expect(throws: TestError(number: 2)) { try await factory() }
    container.fails = false
    #expect(try await factory() !== instance)
  }
}

@Suite("Decorators of every kind of factory", .container) struct KindDecoratorTests {
  private let container = KindContainer()
  private let seen = LockedArray<String>()

  private func decorated(_ kind: TestedKind, _ scope: TestedScope) -> TestedFactory {
    let factory = container.factory(kind, scope)
    factory.decorator { [seen] in seen.append("\($0.label) \($1 ? "new" : "cached")") }
    return factory
  }

  @Test(
    "A decorator is called on every resolution, with a new or cached instance, not by resolvedOrNil",
    arguments: TestedKind.allCases, TestedScope.caching)
  func everyTime(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await decorated(kind, scope)()
    for _ in 0..<2 { _ = try await container.factory(kind, scope)() }
    #expect(await container.factory(kind, scope).existing() === instance)
    #expect(seen.elements == ["original 1 new", "original 1 cached", "original 1 cached"])
  }

  @Test("A decorator of an unscoped factory gets each new instance", arguments: TestedKind.allCases)
  func unscoped(kind: TestedKind) async throws {
    for _ in 0..<2 { _ = try await decorated(kind, .unscoped)() }
    #expect(seen.elements == ["original 1 new", "original 1 new"])
  }

  @Test("A decorator gets no errors", arguments: TestedKind.failing, TestedScope.caching)
  func errors(kind: TestedKind, scope: TestedScope) async throws {
    let factory = decorated(kind, scope)
    container.fails = true
    for number in 1...2 {
      await #expect(throws: TestError(number: number)) { try await factory() }
    }
    #expect(seen.count == 0)
    container.fails = false
    _ = try await factory()
    #expect(seen.elements == ["original 1 new"])
  }

  @Test(
    "A reset of the factory removes a decorator that was set from outside",
    arguments: TestedKind.allCases)
  func reset(kind: TestedKind) async throws {
    _ = try await decorated(kind, .unscoped)()
    container.factory(kind).reset()
    _ = try await container.factory(kind)()
    #expect(seen.elements == ["original 1 new"])
  }

  @Test(
    "A container's decorator gets new and cached instances, not by resolvedOrNil",
    arguments: TestedKind.allCases)
  func ofContainer(kind: TestedKind) async throws {
    container.decorator { [seen] in seen.append(($0 as? TestService)?.label ?? "?") }
    for _ in 0..<2 { _ = try await container.factory(kind, .cached)() }
    #expect(await container.factory(kind, .cached).existing() != nil)
    #expect(seen.elements == ["original 1", "original 1"])
  }

  @Test("A factory's decorator replaces the container's", arguments: TestedKind.allCases)
  func replaces(kind: TestedKind) async throws {
    container.decorator { [seen] _ in seen.append("container's") }
    _ = try await container.factory(kind)()
    _ = try await decorated(kind, .unscoped)()
    #expect(seen.elements == ["container's", "original 1 new"])
  }
}

@Suite("Layers of every kind of factory", .container) struct KindLayerTests {
  private let container = KindContainer()

  @Test(
    "Layers wrap the instance in turn, and the wrapped one is cached",
    arguments: TestedKind.allCases, TestedScope.caching)
  func cached(kind: TestedKind, scope: TestedScope) async throws {
    container.factory(kind, scope).wrap("a")
    container.factory(kind, scope).wrap("b")
    let instance = try await container.factory(kind, scope)()
    #expect(instance.label == "b(a(original 1))")
    #expect(try await container.factory(kind, scope)() === instance)
    #expect(await container.factory(kind, scope).existing() === instance)
    #expect(container.calls.value == 1)
  }

  @Test(
    "A layer wraps each new instance of an unscoped factory", arguments: TestedKind.allCases,
    TestedScope.creating)
  func unscoped(kind: TestedKind, scope: TestedScope) async throws {
    container.factory(kind, scope).wrap("a")
    for _ in 0..<2 {
      #expect(try await container.factory(kind, scope)().label == "a(original 1)")
    }
  }

  @Test("Layers wrap what is registered afterwards", arguments: TestedKind.allCases)
  func registered(kind: TestedKind) async throws {
    container.factory(kind).wrap("a")
    container.factory(kind).register("registered")
    #expect(try await container.factory(kind)().label == "a(registered 1)")
  }

  @Test(
    "Decorators of the factory or the container get the wrapped instance",
    arguments: TestedKind.allCases)
  func decorators(kind: TestedKind) async throws {
    let seen = LockedArray<String>()
    container.factory(kind, .cached).decorator { seen.append("\($0.label) \($1)") }
    container.factory(kind, .cached).wrap("a")
    for _ in 0..<2 { _ = try await container.factory(kind, .cached)() }
    container.factory(kind, .cached).reset()
    container.decorator { seen.append(($0 as? TestService)?.label ?? "?") }
    container.factory(kind, .cached).wrap("b")
    _ = try await container.factory(kind, .cached)()
    #expect(seen.elements == ["a(original 1) true", "a(original 1) false", "b(original 1)"])
  }

  @Test("An error is not wrapped, and no layer runs", arguments: TestedKind.failing)
  func errors(kind: TestedKind) async throws {
    let layers = Counter()
    container.factory(kind).wrap { inner in
      layers.increment()
      return inner
    }
    container.fails = true
    await #expect(throws: TestError(number: 1)) { try await container.factory(kind)() }
    #expect(layers.value == 0)
    container.fails = false
    _ = try await container.factory(kind)()
    #expect(layers.value == 1)
  }
}

@Suite("Watching every kind of factory", .container) struct KindWatchTests {
  private let container = KindContainer()

  private func events(
    _ body: () async throws -> Void
  ) async rethrows -> [ResolutionEvent] {
    let events = LockedArray<ResolutionEvent>()
    let watch = container.manager.watch { events.append($0) }
    defer { watch.cancel() }
    try await body()
    return events.elements
  }

  @Test(
    "A watcher is told whether an instance was built, cached or registered",
    arguments: TestedKind.allCases, TestedScope.caching)
  func kinds(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope)
    let events = try await events {
      let instance = try await factory()
      _ = try await factory()
      withExtendedLifetime(instance) {}
      factory.register("registered")
      _ = try await factory()
    }
    #expect(events.map(\.kind) == [.built, .kept, .registered])
    #expect(events.allSatisfy { $0.depth == 0 && $0.parent == nil })
  }

  @Test("Each new instance of an unscoped factory is reported", arguments: TestedKind.allCases)
  func unscoped(kind: TestedKind) async throws {
    let events = try await events {
      for _ in 0..<2 { _ = try await container.factory(kind)() }
    }
    #expect(events.map(\.kind) == [.built, .built])
  }

  @Test("A resolution that fails is not reported", arguments: TestedKind.failing)
  func failing(kind: TestedKind) async {
    container.fails = true
    let events = await events {
      await #expect(throws: TestError.self) { try await container.factory(kind)() }
    }
    #expect(events.isEmpty)
  }
}
