// Factory, MIT licence; see LICENSE
//
// Who keeps an instance decides what its wrappers remember, for every kind of factory.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// What a factory builds: it injects later.
private final class Later: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
  @DynamicInjected(\.origin) var dynamic
  @InjectedContainer var container
  let part: Part

  init(_ part: Part = Part()) { self.part = part }

  func injects(from container: Container) -> Bool {
    self.container === container && part.container === container
      && [lazy, dynamic, part.lazy].allSatisfy { $0.name == container.origin().name }
  }
}

private final class Part: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
  @InjectedContainer var container
}

extension Container {
  fileprivate var part: Factory<Part> { self { Part() } }
  fileprivate var laters: FactoryGroup<Later> { group().add { Later() } }
  fileprivate var layered: Factory<Later> { self { Later() }.wrap { _ in Later() } }
}

private enum Kind: CaseIterable, Sendable {
  case plain, parameter, throwing, throwingParameter, async, asyncParameter
  case mainActor, mainActorParameter, group, timed, registered, layered, withPart, onOtherTask

  /// An instance of a factory with a scope.
  func later(_ container: Container, _ scope: Scope) async throws -> Later {
    switch self {
    case .plain:
      return Factory<Later>(container, key: "plain") { Later() }.scope(scope)()
    case .parameter:
      return ParameterFactory<Int, Later>(container, key: "parameter") { _ in Later() }
        .scopeOnParameters.scope(scope)(1)
    case .throwing:
      return try ThrowingFactory<Later, any Error>(container, key: "throwing") { Later() }
        .scope(scope)()
    case .throwingParameter:
      return try ThrowingParameterFactory<Int, Later, any Error>(container, key: "throwing") { _ in
        Later()
      }.scopeOnParameters.scope(scope)(1)
    case .async:
      return await AsyncFactory<Later, Never>(container, key: "async") { Later() }.scope(scope)()
    case .asyncParameter:
      return await AsyncParameterFactory<Int, Later, Never>(container, key: "async") { _ in
        Later()
      }.scopeOnParameters.scope(scope)(1)
    case .mainActor:
      return await MainActor.run {
        MainActorFactory<Later>(container, key: "mainActor") { Later() }.scope(scope)()
      }
    case .mainActorParameter:
      return await MainActor.run {
        MainActorParameterFactory<Int, Later>(container, key: "mainActor") { _ in Later() }
          .scopeOnParameters.scope(scope)(1)
      }
    case .group:
      return container.laters.scope(scope)()[0]
    case .timed:
      return Factory<Later>(container, key: "timed") { Later() }.timeToLive(1000).scope(scope)()
    case .registered:
      Factory<Later>(Container.shared, key: "registered") { Later() }.register { Later() }
      return Factory<Later>(container, key: "registered") { Later() }.scope(scope)()
    case .layered:
      return container.layered.scope(scope)()
    case .withPart:
      return Factory<Later>(container, key: "withPart") { Later(container.part()) }.scope(scope)()
    case .onOtherTask:
      return await AsyncFactory<Later, Never>(container, key: "async") {
        async let part = Part()
        return await Later(part)
      }.scope(scope)()
    }
  }
}

extension Scope {
  fileprivate static let session = Cached()
}

@Suite("Owners of what a child builds", .container) struct ChildOwnerTests {
  @Test("What the child keeps remembers the child", arguments: Kind.allCases)
  fileprivate func child(kind: Kind) async throws {
    let child = Container.child("child")
    // What it keeps may store it.
    defer { child.reset() }
    #expect(try await kind.later(child, .cached).injects(from: child))
    #expect(try await kind.later(child, .session).injects(from: child))
  }

  @Test("A singleton does not remember the child that asks for it", arguments: Kind.allCases)
  fileprivate func singleton(kind: Kind) async throws {
    let child = Container.child("child")
    #expect(try await kind.later(child, .singleton).injects(from: .shared))
  }

  @Test(
    "What the parent keeps does not remember the child that asks for it", arguments: Kind.allCases)
  fileprivate func parent(kind: Kind) async throws {
    let child = Container(parent: .shared, sharing: .session)
    child.register("child")
    #expect(try await kind.later(child, .session).injects(from: .shared))
  }

  @Test(
    "What a parent keeps that is a child itself remembers that parent", arguments: Kind.allCases)
  fileprivate func childAsParent(kind: Kind) async throws {
    let window = Container.child("window")
    // What it keeps may store it.
    defer { window.reset() }
    let tab = Container(parent: window, sharing: .session)
    tab.register("tab")
    #expect(try await kind.later(tab, .session).injects(from: window))
  }
}
