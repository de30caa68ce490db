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

  // MARK: Resets

  @Test(
    "A reset of another factory or container evicts nothing", arguments: TestedKind.allCases)
  func resetOfOthers(kind: TestedKind) async throws {
    let instance = try await container.factory(kind, .cached)()
    container.factory(kind == .plain ? .throwing : .plain, .cached).reset()
    KindContainer().manager.reset(scope: .cached)
    #expect(try await container.factory(kind, .cached)() === instance)
  }

  @Test(
    "A reset of a factory or a container removes what its options select",
    arguments: TestedKind.allCases,
    [
      (FactoryResetOptions.all, "original 1", false), (.registration, "original 1", true),
      (.scope, "registered 1", false), (.context, "registered 1", true),
      (.none, "registered 1", true),
    ])
  func options(
    kind: TestedKind, expected: (options: FactoryResetOptions, label: String, isCached: Bool)
  ) async throws {
    for isOfFactory in [true, false] {
      let container = KindContainer()
      let factory = container.factory(kind, .cached)
      factory.register("registered")
      let instance = try await factory()
      if isOfFactory {
        factory.reset(expected.options)
      } else {
        container.reset(options: expected.options)
      }
      #expect((try await container.factory(kind, .cached)() === instance) == expected.isCached)
      container.factory(kind, .cached).reset(.scope)
      #expect(try await container.factory(kind, .cached)().label == expected.label)
    }
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
