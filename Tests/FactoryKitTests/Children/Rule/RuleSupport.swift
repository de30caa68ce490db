// Factory, MIT licence; see LICENSE
//
// What the tests of the rule of owners share: a factory of each kind, each way to inject, and children that share
// a scope.
import FactoryTestSupport
import FactoryTesting

extension Scope {
  /// Shared by the children of these tests that say so.
  static let ruleSession = Cached()
}

extension Container {
  /// A child with an `Origin` of its own that shares `ruleSession` with its parent.
  static func sharingChild(_ name: String, of parent: Container = .shared) -> Container {
    let child = Container(parent: parent, sharing: .ruleSession)
    child.register(name)
    return child
  }
}

/// The scope of a factory, if it has one.
enum RuleScope: CaseIterable, Sendable {
  case unscoped, cached, shared, graph, singleton, session

  /// Those in which an instance is kept.
  static let keeping: [Self] = [.cached, .shared, .graph, .singleton, .session]
  /// Those in which a child keeps an instance itself.
  static let ofChild: [Self] = [.cached, .shared, .graph]
  /// None, and that of a child's own instances.
  static let noneAndCached: [Self] = [.unscoped, .cached]

  /// Read in each test, which has singletons of its own.
  fileprivate var scope: Scope? {
    switch self {
    case .unscoped: nil
    case .cached: .cached
    case .shared: .shared
    case .graph: .graph
    case .singleton: .singleton
    case .session: .ruleSession
    }
  }
}

extension FactoryModifying {
  func inScope(_ scope: RuleScope) -> Self { scope.scope.map { self.scope($0) } ?? self }
}

/// An argument that is set in this process, for contexts that hold.
enum RuleArgument {
  static let held: String = {
    let name = "rule-of-owners"
    FactoryContext.setArg(name, forKey: name)
    return name
  }()
}

/// Takes the reports of registrations that are passed over, for tests that are not about them.
func passedOverReports() -> ExpectedLines { ExpectedLines(containing: "FactoryKit: passed over: ") }

/// Whether an object is released soon. A task that is about to end may retain it for a moment.
func isReleased(_ object: () -> AnyObject?) async -> Bool {
  for _ in 0..<100_000 {
    if object() == nil { return true }
    await Task.yield()
  }
  return false
}

// MARK: Kinds of factories

typealias RuleClosure = @Sendable () -> Origin

/// A kind of factory whose closure is given. All containers of a test have the same factory of each kind.
enum RuleKind: CaseIterable, Sendable {
  case plain, parameter, perParameter, throwing, throwingParameter
  case async, asyncParameter, mainActor, mainActorParameter, group

  /// Resolves the factory.
  func origin<C: ManagedContainer>(
    in container: C, _ scope: RuleScope = .unscoped, _ make: @escaping RuleClosure
  ) async throws -> Origin {
    switch self {
    case .plain:
      return Self.plain(container, make).inScope(scope)()
    case .parameter:
      return Self.parameter(container, make).inScope(scope)(1)
    case .perParameter:
      return Self.parameter(container, make).scopeOnParameters.inScope(scope)(1)
    case .throwing:
      return try Self.throwing(container, make).inScope(scope)()
    case .throwingParameter:
      return try Self.throwingParameter(container, make).inScope(scope)(1)
    case .async:
      return try await Self.async(container, make).inScope(scope)()
    case .asyncParameter:
      return try await Self.asyncParameter(container, make).inScope(scope)(1)
    case .mainActor:
      return await MainActor.run { Self.mainActor(container, make).inScope(scope)() }
    case .mainActorParameter:
      return await MainActor.run { Self.mainActorParameter(container, make).inScope(scope)(1) }
    case .group:
      return Self.group(container, make).inScope(scope)()[0]
    }
  }

  /// Registers a closure.
  func register<C: ManagedContainer>(in container: C, _ make: @escaping RuleClosure) {
    switch self {
    case .plain: Self.plain(container, make).register { make() }
    case .parameter: Self.parameter(container, make).register { _ in make() }
    case .perParameter:
      Self.parameter(container, make).scopeOnParameters.register { _ in make() }
    case .throwing: Self.throwing(container, make).register { make() }
    case .throwingParameter: Self.throwingParameter(container, make).register { _ in make() }
    case .async: Self.async(container, make).register { make() }
    case .asyncParameter: Self.asyncParameter(container, make).register { _ in make() }
    case .mainActor: Self.mainActor(container, make).register { make() }
    case .mainActorParameter: Self.mainActorParameter(container, make).register { _ in make() }
    case .group: Self.group(container, make).register { [make()] }
    }
  }
}

extension RuleKind {
  private static func plain<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> Factory<Origin> {
    Factory(container, key: "rule") { make() }
  }

  private static func parameter<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> ParameterFactory<Int, Origin> {
    ParameterFactory(container, key: "rule") { _ in make() }
  }

  private static func throwing<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> ThrowingFactory<Origin, any Error> {
    ThrowingFactory(container, key: "rule, throwing") { () throws in make() }
  }

  private static func throwingParameter<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> ThrowingParameterFactory<Int, Origin, any Error> {
    ThrowingParameterFactory(container, key: "rule, throwing") { _ throws in make() }
  }

  private static func async<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> AsyncFactory<Origin, any Error> {
    AsyncFactory(container, key: "rule, async") { () async throws in
      await Task.yield()
      return make()
    }
  }

  private static func asyncParameter<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> AsyncParameterFactory<Int, Origin, any Error> {
    AsyncParameterFactory(container, key: "rule, async") { _ async throws in
      await Task.yield()
      return make()
    }
  }

  private static func mainActor<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> MainActorFactory<Origin> {
    MainActorFactory(container, key: "rule, main actor") { make() }
  }

  private static func mainActorParameter<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> MainActorParameterFactory<Int, Origin> {
    MainActorParameterFactory(container, key: "rule, main actor") { _ in make() }
  }

  private static func group<C: ManagedContainer>(
    _ container: C, _ make: @escaping RuleClosure
  ) -> FactoryGroup<Origin> {
    FactoryGroup(container).add { make() }
  }
}

// MARK: Ways to inject

private final class Injecting {
  @Injected(\.origin) var injected
  @LazyInjected(\.origin) var lazy
  @WeakLazyInjected(\.cachedOrigin) var weakLazy
  @DynamicInjected(\.origin) var dynamic
  @InjectedContainer var container
}

private func originOfDependency() -> Origin { dependency(\.origin) }

/// A way to inject an `Origin`.
enum RuleInjection: CaseIterable, Sendable {
  case dependency, injected, lazy, weakLazy, dynamic, container, carried

  func callAsFunction() -> Origin {
    switch self {
    case .dependency: originOfDependency()
    case .injected: Injecting().injected
    case .lazy: Injecting().lazy
    case .weakLazy: Injecting().weakLazy ?? Origin("nil")
    case .dynamic: Injecting().dynamic
    case .container: Injecting().container.origin()
    case .carried: CarriedContainers()({ Container.shared.origin() })
    }
  }
}
