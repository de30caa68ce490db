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

/// How a container sets a closure, and so becomes the owner of what its parent or the process would keep.
enum RuleOverride: CaseIterable, Sendable {
  case registration, context, layer

  func set(_ factory: Factory<Origin>, _ make: @escaping RuleClosure) {
    switch self {
    case .registration: factory.register { make() }
    case .context: factory.onArg(RuleArgument.held) { make() }
    case .layer: factory.wrap { _ in make() }
    }
  }
}

/// Takes the reports of registrations of this module's containers that are passed over, for tests that are not about them.
func passedOverReports() -> ExpectedLines { ExpectedLines(containing: "(FactoryKitChildTests/") }

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
      return Factory<Origin>(container, key: "rule") { make() }.inScope(scope)()
    case .parameter:
      return ParameterFactory<Int, Origin>(container, key: "rule") { _ in make() }
        .inScope(scope)(1)
    case .perParameter:
      return ParameterFactory<Int, Origin>(container, key: "rule, per parameter") { _ in make() }
        .scopeOnParameters.inScope(scope)(1)
    case .throwing:
      return try ThrowingFactory<Origin, any Error>(container, key: "rule, throwing") {
        () throws in make()
      }.inScope(scope)()
    case .throwingParameter:
      return try ThrowingParameterFactory<Int, Origin, any Error>(
        container, key: "rule, throwing"
      ) { _ throws in make() }.inScope(scope)(1)
    case .async:
      return try await AsyncFactory<Origin, any Error>(container, key: "rule, async") {
        () async throws in
        await Task.yield()
        return make()
      }.inScope(scope)()
    case .asyncParameter:
      return try await AsyncParameterFactory<Int, Origin, any Error>(
        container, key: "rule, async"
      ) { _ async throws in
        await Task.yield()
        return make()
      }.inScope(scope)(1)
    case .mainActor:
      return await MainActor.run {
        MainActorFactory<Origin>(container, key: "rule, main actor") { make() }.inScope(scope)()
      }
    case .mainActorParameter:
      return await MainActor.run {
        MainActorParameterFactory<Int, Origin>(container, key: "rule, main actor") { _ in make() }
          .inScope(scope)(1)
      }
    case .group:
      return FactoryGroup<Origin>(container).add { make() }.inScope(scope)()[0]
    }
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
