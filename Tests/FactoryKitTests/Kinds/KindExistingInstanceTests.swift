// Factory, MIT licence; see LICENSE
//
// `resolvedOrNil()` of every kind of factory: the cached instance, without building one.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Existing instances of every kind of factory", .container) struct KindExistingInstanceTests {
  private let container = KindContainer()

  @Test(
    "resolvedOrNil is nil before the first resolution, and the cached instance after it",
    arguments: TestedKind.allCases, TestedScope.caching)
  func cached(kind: TestedKind, scope: TestedScope) async throws {
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(container.calls.value == 0)
    let instance = try await container.factory(kind, scope)()
    #expect(await container.factory(kind, scope).existing() === instance)
    #expect(container.calls.value == 1)
  }

  @Test(
    "resolvedOrNil is nil for a factory that caches nothing", arguments: TestedKind.allCases,
    TestedScope.creating)
  func unscoped(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)()
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(container.calls.value == 1)
    withExtendedLifetime(instance) {}
  }

  @Test(
    "resolvedOrNil does not call a registered closure", arguments: TestedKind.allCases,
    TestedScope.caching)
  func registered(kind: TestedKind, scope: TestedScope) async {
    let calls = Counter()
    container.factory(kind, scope).register {
      calls.increment()
      return TestService("registered \($0)")
    }
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(calls.value == 0)
  }

  @Test("resolvedOrNil calls no decorator", arguments: TestedKind.allCases, TestedScope.caching)
  func decorators(kind: TestedKind, scope: TestedScope) async throws {
    let calls = Counter()
    container.factory(kind, scope).decorator { _, _ in calls.increment() }
    let instance = try await container.factory(kind, scope)()
    #expect(await container.factory(kind, scope).existing() === instance)
    #expect(calls.value == 1)
  }

  @Test("resolvedOrNil does not call the container's decorator", arguments: TestedKind.allCases)
  func containerDecorator(kind: TestedKind) async throws {
    let calls = Counter()
    container.decorator { _ in calls.increment() }
    let instance = try await container.factory(kind, .cached)()
    #expect(await container.factory(kind, .cached).existing() === instance)
    #expect(calls.value == 1)
  }

  @Test(
    "resolvedOrNil is nil once a weakly held instance is gone", arguments: TestedKind.allCases,
    TestedScope.weak)
  func gone(kind: TestedKind, scope: TestedScope) async throws {
    weak var released: TestService?
    do {
      let instance = try await container.factory(kind, scope)()
      released = instance
      #expect(await container.factory(kind, scope).existing() === instance)
    }
    await untilReleased { released }
    #expect(await container.factory(kind, scope).existing() == nil)
  }

  @Test("resolvedOrNil finds a singleton through every container", arguments: TestedKind.allCases)
  func singleton(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .singleton)()
    #expect(await KindContainer().factory(kind, .singleton).existing() === instance)
  }

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
