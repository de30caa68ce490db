// Factory, MIT licence; see LICENSE
//
// How long the instances of every kind of factory live; `resolvedOrNil()`, which returns them without building one; and
// errors, which are not cached.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Scopes of every kind of factory", .container) struct KindScopeTests {
  private let container = KindContainer()

  @Test(
    "A scope that caches returns the instance again, also by resolvedOrNil, and builds it once",
    arguments: TestedKind.allCases, TestedScope.caching)
  func caching(kind: TestedKind, scope: TestedScope) async throws {
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(container.calls.value == 0)
    let instance = try await container.factory(kind, scope)()
    #expect(try await container.factory(kind, scope)() === instance)
    #expect(await container.factory(kind, scope).existing() === instance)
    #expect(container.calls.value == 1)
  }

  @Test(
    "Without a caching scope, each resolution creates an instance, which resolvedOrNil does not find",
    arguments: TestedKind.allCases, TestedScope.creating)
  func creating(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)()
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(try await container.factory(kind, scope)() !== instance)
    #expect(container.calls.value == 2)
  }

  @Test(
    "Each container has its own instance, except of singletons", arguments: TestedKind.allCases,
    TestedScope.caching)
  func containers(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)()
    let other = KindContainer().factory(kind, scope)
    #expect(await other.existing() === (scope == .singleton ? instance : nil))
    #expect((try await other() === instance) == (scope == .singleton))
  }

  @Test("Tasks share one instance", arguments: TestedKind.allCases, TestedScope.caching)
  func tasks(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope)
    let instances = await inTasks(8) { _ in try? await factory() }
    #expect(instances.count == 8)
    #expect(instances.allSatisfy { $0 != nil && $0 === instances[0] })
    #expect(container.calls.value == 1)
  }

  @Test("A cached instance lives as long as its container", arguments: TestedKind.allCases)
  func lifetime(kind: TestedKind) async throws {
    weak var instance: TestService?
    do {
      let container = KindContainer()
      instance = try await container.factory(kind, .cached)()
      #expect(instance != nil)
    }
    await untilReleased { instance }
  }

  @Test(
    "A weakly held instance lives as long as something else retains it",
    arguments: TestedKind.allCases, TestedScope.weak)
  func weak(kind: TestedKind, scope: TestedScope) async throws {
    weak var released: TestService?
    do {
      let instance = try await container.factory(kind, scope)()
      released = instance
      #expect(try await container.factory(kind, scope)() === instance)
    }
    await untilReleased { released }
    #expect(await container.factory(kind, scope).existing() == nil)
    _ = try await container.factory(kind, scope)()
    #expect(container.calls.value == 2)
  }

  @Test("A call site may change the scope", arguments: TestedKind.allCases)
  func callSite(kind: TestedKind) async throws {
    container.factory(kind).scope(.cached)
    let instance = try await container.factory(kind)()
    #expect(try await container.factory(kind)() === instance)
  }

  @Test(
    "Another scope evicts the instance of the previous one", arguments: TestedKind.allCases,
    [TestedScope.unique, .shared, .singleton, .session])
  func anotherScope(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, .cached)()
    #expect(try await container.factory(kind, scope)() !== instance)
    #expect(try await container.factory(kind, .cached)() !== instance)
  }

  @Test(
    "A singleton outlives a reset of its container, and of the singletons through it",
    arguments: TestedKind.allCases)
  func containerReset(kind: TestedKind) async throws {
    let log = ExpectedLines(containing: "KindContainer does not manage singletons")
    let instance = try await container.factory(kind, .singleton)()
    container.reset()
    container.manager.reset(scope: .singleton)
    #expect(try await container.factory(kind, .singleton)() === instance)
    // Other kinds may be tested at the same time.
    #expect(!log.lines.isEmpty)
  }

  @Test("A reset of the singleton scope evicts singletons", arguments: TestedKind.allCases)
  func singletonReset(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .singleton)()
    Scope.singleton.reset()
    #expect(await container.factory(kind, .singleton).existing() == nil)
    #expect(try await container.factory(kind, .singleton)() !== instance)
  }

  @Test(
    "A clone of the singletons has them, a fresh scope has none, and their own do not leave them",
    arguments: TestedKind.allCases, [true, false])
  func otherSingletons(kind: TestedKind, isClone: Bool) async throws {
    let (container, outside) = (container, try await container.factory(kind, .singleton)())
    let singletons = isClone ? Scope.singleton.clone() : Scope.Singleton()
    try await Scope.$singleton.withValue(singletons) {
      let first = try await container.factory(kind, .singleton)()
      #expect((first === outside) == isClone)
      container.factory(kind, .singleton).reset()
      let inside = try await container.factory(kind, .singleton)()
      let again = try await container.factory(kind, .singleton)()
      #expect(inside !== outside)
      #expect(again === inside)
    }
    #expect(try await container.factory(kind, .singleton)() === outside)
  }
}

@Suite("Parameters of every kind of factory", .container) struct KindParameterTests {
  private let container = KindContainer()

  @Test(
    "Without scopeOnParameters, the first parameter's instance is cached for all",
    arguments: TestedKind.withOneForAll, TestedScope.caching)
  func oneForAll(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)(1)
    #expect(try await container.factory(kind, scope)(2) === instance)
    #expect(await container.factory(kind, scope).existing(2) === instance)
    #expect(instance.label == "original 1")
  }

  @Test(
    "With scopeOnParameters, each parameter has its own instance",
    arguments: TestedKind.withOnePerNumber, TestedScope.caching)
  func onePerNumber(kind: TestedKind, scope: TestedScope) async throws {
    let one = try await container.factory(kind, scope)(1)
    #expect(await container.factory(kind, scope).existing(2) == nil)
    let two = try await container.factory(kind, scope)(2)
    #expect([one, two].map(\.label) == ["original 1", "original 2"])
    #expect(try await container.factory(kind, scope)(1) === one)
    #expect(try await container.factory(kind, scope)(2) === two)
    #expect(container.calls.value == 2)
  }

  @Test(
    "A reset of a factory evicts the instances of all parameters",
    arguments: TestedKind.withOnePerNumber, TestedScope.caching)
  func reset(kind: TestedKind, scope: TestedScope) async throws {
    var instances: [TestService] = []
    for number in 1...3 { instances.append(try await container.factory(kind, scope)(number)) }
    container.factory(kind, scope).reset(.scope)
    for number in 1...3 {
      #expect(try await container.factory(kind, scope)(number) !== instances[number - 1])
    }
    #expect(container.calls.value == 6)
  }

  @Test(
    "A registration evicts the instances of all parameters",
    arguments: TestedKind.withOnePerNumber, TestedScope.caching)
  func registration(kind: TestedKind, scope: TestedScope) async throws {
    let (one, two) = (
      try await container.factory(kind, scope)(1), try await container.factory(kind, scope)(2)
    )
    container.factory(kind, scope).register("registered")
    #expect(try await container.factory(kind, scope)(1).label == "registered 1")
    #expect(try await container.factory(kind, scope)(2).label == "registered 2")
    withExtendedLifetime((one, two)) {}
  }

  @Test(
    "Each parameter's instance has a time to live of its own",
    arguments: TestedKind.withOnePerNumber)
  func timeToLive(kind: TestedKind) async throws {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let factory = container.factory(kind, .cached).timeToLive(10)
    let (one, two) = (try await factory(1), try await factory(2))
    clock.advance(seconds: 6)
    #expect(try await factory(1) === one)
    clock.advance(seconds: 6)
    #expect(try await factory(1) === one)
    #expect(try await factory(2) !== two)
  }

  @Test(
    "A decorator gets each parameter's instance, which is new once",
    arguments: TestedKind.withOnePerNumber)
  func decorator(kind: TestedKind) async throws {
    let seen = LockedArray<String>()
    container.factory(kind, .cached).decorator { seen.append("\($0.label) \($1)") }
    for number in [1, 2, 1] { _ = try await container.factory(kind, .cached)(number) }
    #expect(seen.elements == ["original 1 true", "original 2 true", "original 1 false"])
  }
}

@Suite("Existing instances of every kind of factory", .container) struct KindExistingInstanceTests {
  private let container = KindContainer()

  @Test(
    "A value of the factory from before a reset finds what is cached after it",
    arguments: TestedKind.allCases, TestedScope.caching)
  func storedValue(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope)
    let instance = try await factory()
    container.reset()
    #expect(await factory.existing() === (scope == .singleton ? instance : nil))
    let second = try await container.factory(kind, scope)()
    #expect(await factory.existing() === second)
  }

  @Test(
    "resolvedOrNil is nil under another scope, and evicts as a resolution does",
    arguments: TestedKind.allCases)
  func changedScope(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    #expect(await container.factory(kind, .session).existing() == nil)
    #expect(await container.factory(kind, .cached).existing() == nil)
    #expect(container.calls.value == 1)
    withExtendedLifetime(instance) {}
  }
}

@Suite("Errors of every kind of factory", .container) struct KindErrorTests {
  private let container = KindContainer()

  @Test(
    "An error is not cached: the next resolution calls the closure again",
    arguments: TestedKind.failing, TestedScope.allCases)
  func notCached(kind: TestedKind, scope: TestedScope) async throws {
    container.fails = true
    for number in 1...2 {
      await #expect(throws: TestError(number: number)) {
        try await container.factory(kind, scope)()
      }
      #expect(await container.factory(kind, scope).existing() == nil)
    }
    container.fails = false
    let instance = try await container.factory(kind, scope)()
    #expect(container.calls.value == 3)
    let isCached = try await container.factory(kind, scope)() === instance
    #expect(isCached == TestedScope.caching.contains(scope))
  }

  @Test(
    "An error for one parameter does not concern the others",
    arguments: TestedKind.withOnePerNumber.filter(TestedKind.failing.contains),
    TestedScope.caching)
  func ofOneParameter(kind: TestedKind, scope: TestedScope) async throws {
    let one = try await container.factory(kind, scope)(1)
    container.fails = true
    await #expect(throws: TestError(number: 2)) { try await container.factory(kind, scope)(2) }
    #expect(try await container.factory(kind, scope)(1) === one)
    container.fails = false
    #expect(try await container.factory(kind, scope)(2).label == "original 2")
    #expect(try await container.factory(kind, scope)(1) === one)
  }

  @Test("Each task that resolves a failing factory gets an error", arguments: TestedKind.failing)
  func tasks(kind: TestedKind) async {
    container.fails = true
    let factory = container.factory(kind, .cached)
    let errors = await inTasks(8) { _ in
      await #expect(throws: TestError.self) { try await factory() }
    }
    #expect(errors.count == 8)
    #expect(await factory.existing() == nil)
  }
}
