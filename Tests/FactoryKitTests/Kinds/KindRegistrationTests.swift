// Factory, MIT licence; see LICENSE
//
// Registrations, resets, `once()` and snapshots of every kind of factory.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Registrations of every kind of factory", .container) struct KindRegistrationTests {
  private let container = KindContainer()

  @Test(
    "A registration replaces the factory's closure and the one before it, and a reset removes it",
    arguments: TestedKind.allCases)
  func replacesRegistration(kind: TestedKind) async throws {
    container.factory(kind).register("first")
    container.factory(kind).register("second")
    #expect(try await container.factory(kind)().label == "second 1")
    #expect(container.calls.value == 0)
    container.factory(kind).reset(.registration)
    #expect(try await container.factory(kind)().label == "original 1")
  }

  @Test(
    "A value of a factory has the registrations that come after it", arguments: TestedKind.allCases)
  func storedValue(kind: TestedKind) async throws {
    let factory = container.factory(kind)
    container.factory(kind).register("later")
    #expect(try await factory().label == "later 1")
  }

  @Test(
    "A registration evicts the cached instance, and what it creates is cached",
    arguments: TestedKind.allCases, TestedScope.caching)
  func evicts(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope)
    let original = try await factory()
    factory.register("registered")
    #expect(await container.factory(kind, scope).existing() == nil)
    let registered = try await container.factory(kind, scope)()
    #expect(registered.label == "registered 1")
    #expect(try await container.factory(kind, scope)() === registered)
    factory.reset()
    let last = try await container.factory(kind, scope)()
    #expect(last.label == "original 1")
    #expect(last !== original)
  }

  @Test(
    "A registration by autoRegister is used, also after a reset", arguments: TestedKind.allCases)
  func autoRegister(kind: TestedKind) async throws {
    let container = KindContainer { kind.factory(in: $0).register("automatic") }
    #expect(try await container.factory(kind)().label == "automatic 1")
    container.factory(kind).register("registered")
    container.reset()
    #expect(try await container.factory(kind)().label == "automatic 1")
  }

  @Test("with sets up factories", arguments: TestedKind.allCases)
  func with(kind: TestedKind) async throws {
    let container = KindContainer().with { $0.factory(kind).register("with") }
    #expect(try await container.factory(kind)().label == "with 1")
  }

  @Test("withValue selects the container", arguments: TestedKind.allCases)
  func withValue(kind: TestedKind) async throws {
    let other = KindContainer().with { $0.factory(kind).register("other") }
    let label = try await KindContainer.$shared.withValue(other) {
      try await KindContainer.shared.factory(kind)().label
    }
    #expect(label == "other 1")
    #expect(try await container.factory(kind)().label == "original 1")
  }

  @Test("A value of a factory may be passed to another task", arguments: TestedKind.allCases)
  func sendable(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached)
    let instance = try await Task.detached { try await factory() }.value
    #expect(try await factory() === instance)
  }

  // MARK: Resets

  @Test("A reset evicts the instance", arguments: TestedKind.allCases, TestedScope.caching)
  func reset(kind: TestedKind, scope: TestedScope) async throws {
    let instance = try await container.factory(kind, scope)()
    container.factory(kind, scope).reset(.scope)
    #expect(await container.factory(kind, scope).existing() == nil)
    #expect(try await container.factory(kind, scope)() !== instance)
  }

  @Test("A reset of one factory evicts no other's instance", arguments: TestedKind.allCases)
  func resetOfOther(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    let other: TestedKind = kind == .plain ? .throwing : .plain
    container.factory(other, .cached).reset()
    #expect(try await container.factory(kind, .cached)() === instance)
  }

  @Test(
    "A reset removes what its options select", arguments: TestedKind.allCases,
    [
      (FactoryResetOptions.all, "original 1", false), (.registration, "original 1", true),
      (.scope, "registered 1", false), (.context, "registered 1", true),
      (.none, "registered 1", true),
    ])
  func options(
    kind: TestedKind, expected: (options: FactoryResetOptions, label: String, isCached: Bool)
  ) async throws {
    container.factory(kind, .cached).register("registered")
    let instance = try await container.factory(kind, .cached)()
    container.factory(kind, .cached).reset(expected.options)
    #expect((try await container.factory(kind, .cached)() === instance) == expected.isCached)
    container.factory(kind, .cached).reset(.scope)
    #expect(try await container.factory(kind, .cached)().label == expected.label)
  }

  @Test(
    "A reset of a container removes registrations and instances", arguments: TestedKind.allCases)
  func containerReset(kind: TestedKind) async throws {
    container.factory(kind, .cached).register("registered")
    _ = try await container.factory(kind, .cached)()
    container.reset()
    #expect(await container.factory(kind, .cached).existing() == nil)
    #expect(try await container.factory(kind, .cached)().label == "original 1")
  }

  @Test(
    "A reset of a container's instances leaves its registrations", arguments: TestedKind.allCases)
  func instancesReset(kind: TestedKind) async throws {
    container.factory(kind, .cached).register("registered")
    let instance = try await container.factory(kind, .cached)()
    container.manager.reset(options: .scope)
    let next = try await container.factory(kind, .cached)()
    #expect(next.label == "registered 1")
    #expect(next !== instance)
  }

  @Test("A reset of another container evicts nothing", arguments: TestedKind.allCases)
  func resetOfOtherContainer(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    KindContainer().manager.reset(scope: .cached)
    #expect(try await container.factory(kind, .cached)() === instance)
  }

  @Test(
    "A reset of a scope evicts the instances of that scope only", arguments: TestedKind.allCases,
    [(TestedScope.cached, Scope.cached as Scope), (.session, KindContainer.session)])
  func scopeReset(kind: TestedKind, scope: (name: TestedScope, value: Scope)) async throws {
    let instance = try await container.factory(kind, scope.name)()
    container.manager.reset(scope: .shared)
    #expect(try await container.factory(kind, scope.name)() === instance)
    container.manager.reset(scope: scope.value)
    #expect(try await container.factory(kind, scope.name)() !== instance)
  }

  // MARK: Once

  @Test(
    "Modifiers before once() apply once, so that later changes persist",
    arguments: TestedKind.allCases)
  func once(kind: TestedKind) async throws {
    let container = container
    let once = { container.factory(kind, .cached).timeToLive(3600).once() }
    _ = once()
    once().scope(.unique)
    var instance = try await once()()
    #expect(try await once()() !== instance)
    once().reset()
    instance = try await once()()
    #expect(try await once()() === instance)
  }

  @Test("A definition without once() applies its modifiers again", arguments: TestedKind.allCases)
  func withoutOnce(kind: TestedKind) async throws {
    container.factory(kind, .cached).scope(.unique)
    let instance = try await container.factory(kind, .cached)()
    #expect(try await container.factory(kind, .cached)() === instance)
  }

  // MARK: Snapshots

  @Test("pop restores registrations and instances", arguments: TestedKind.allCases)
  func pushAndPop(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    container.manager.push()
    container.factory(kind, .cached).register("pushed")
    #expect(try await container.factory(kind, .cached)().label == "pushed 1")
    container.manager.pop()
    #expect(try await container.factory(kind, .cached)() === instance)
    container.factory(kind, .cached).reset(.scope)
    #expect(try await container.factory(kind, .cached)().label == "original 1")
  }

  @Test("pop removes an instance that was created after push", arguments: TestedKind.allCases)
  func popRemoves(kind: TestedKind) async throws {
    _ = container.factory(kind, .cached)
    container.manager.push()
    let instance = try await container.factory(kind, .cached)()
    container.manager.pop()
    #expect(try await container.factory(kind, .cached)() !== instance)
  }
}
