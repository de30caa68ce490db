// Factory, MIT licence; see LICENSE
//
// Errors of every kind of factory that may throw.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

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

  @Test(
    "A weakly held instance that is gone may fail, and is created again",
    arguments: TestedKind.failing, TestedScope.weak)
  func gone(kind: TestedKind, scope: TestedScope) async throws {
    weak var released: TestService?
    do { released = try await container.factory(kind, scope)() }
    await untilReleased { released }
    container.fails = true
    await #expect(throws: TestError(number: 2)) { try await container.factory(kind, scope)() }
    container.fails = false
    let instance = try await container.factory(kind, scope)()
    #expect(try await container.factory(kind, scope)() === instance)
    #expect(container.calls.value == 3)
  }

  @Test(
    "A cached instance stays while the closure would throw", arguments: TestedKind.failing,
    TestedScope.caching)
  func stays(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)()
    container.fails = true
    #expect(try await container.factory(kind, scope)() === instance)
    container.factory(kind, scope).reset(.scope)
    await #expect(throws: TestError(number: 2)) { try await container.factory(kind, scope)() }
  }

  @Test(
    "Another scope evicts the instance although the closure throws then",
    arguments: TestedKind.failing)
  func changedScope(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    container.fails = true
    await #expect(throws: TestError.self) { try await container.factory(kind, .singleton)() }
    container.fails = false
    #expect(try await container.factory(kind, .cached)() !== instance)
  }

  @Test(
    "A singleton that failed in one container is created in the next one",
    arguments: TestedKind.failing)
  func singleton(kind: TestedKind) async throws {
    container.fails = true
    await #expect(throws: TestError(number: 1)) { try await container.factory(kind, .singleton)() }
    let instance = try await KindContainer().factory(kind, .singleton)()
    #expect(try await container.factory(kind, .singleton)() === instance)
    #expect(container.calls.value == 1)
  }

  @Test(
    "An error of a registered closure reaches the caller, and is not cached",
    arguments: TestedKind.failing, TestedScope.caching)
  func registered(kind: TestedKind, scope: TestedScope) async throws {
    let (original, calls) = (try await container.factory(kind, scope)(), Counter())
    container.factory(kind, scope).register {
      if calls.increment() == 1 { throw TestError(number: 50) }
      return TestService("registered \($0)")
    }
    await #expect(throws: TestError(number: 50)) { try await container.factory(kind, scope)() }
    #expect(try await container.factory(kind, scope)().label == "registered 1")
    withExtendedLifetime(original) {}
  }

  @Test(
    "pop restores an instance, and removes a closure that throws", arguments: TestedKind.failing)
  func pop(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    container.manager.push()
    container.factory(kind, .cached).register { _ in throw TestError(number: 50) }
    await #expect(throws: TestError(number: 50)) { try await container.factory(kind, .cached)() }
    container.manager.pop()
    #expect(try await container.factory(kind, .cached)() === instance)
  }

  @Test(
    "pop removes an instance that was created after an error and a push",
    arguments: TestedKind.failing)
  func popAfterError(kind: TestedKind) async throws {
    container.fails = true
    await #expect(throws: TestError(number: 1)) { try await container.factory(kind, .cached)() }
    container.manager.push()
    container.fails = false
    let instance = try await container.factory(kind, .cached)()
    container.manager.pop()
    #expect(try await container.factory(kind, .cached)() !== instance)
  }
}
