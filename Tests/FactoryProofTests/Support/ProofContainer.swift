// Factory, MIT licence; see LICENSE
//
// A container whose factories count the instances that they create, an instance for tests that ask only
// which closure has created it, and a container whose `autoRegister` is a closure of the test.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

/// An instance that the factories create.
final class Piece: Sendable {
  let number: Int
  /// Which registration made it; 0 is the original closure.
  let version: Int
  private let alive: Counter

  init(number: Int, version: Int = 0, alive: Counter) {
    self.number = number
    self.version = version
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }
}

/// One factory for each scope, for tests of all of them.
final class ProofContainer: SharedContainer {
  @TaskLocal static var shared = ProofContainer()
  let manager = ContainerManager()
  let made = Counter()
  let alive = Counter()
  static let session = Scope.Cached()

  func make(version: Int = 0) -> Piece {
    Piece(number: made.increment(), version: version, alive: alive)
  }

  var unscoped: Factory<Piece> { self { self.make() } }
  var cached: Factory<Piece> { self { self.make() }.cached }
  var shared: Factory<Piece> { self { self.make() }.shared }
  var singleton: Factory<Piece> { self { self.make() }.singleton }
  var session: Factory<Piece> { self { self.make() }.scope(Self.session) }
  var optional: Factory<Piece?> { self { self.make() }.cached }
  var timed: Factory<Piece> { self { self.make() }.cached.timeToLive(1000) }
  var decorated: Factory<Piece> { self { self.make() }.cached.decorator { _ in } }
  var perParameter: ParameterFactory<CollidingParameter, Piece> {
    self { _ in self.make() }.scopeOnParameters.cached
  }
  var perParameterSingleton: ParameterFactory<CollidingParameter, Piece> {
    self { _ in self.make() }.scopeOnParameters.singleton
  }
}

/// The scopes that keep an instance for later resolutions.
enum KeepingScope: CaseIterable, Sendable {
  case cached, shared, singleton, session, optional, timed, decorated, perParameter
  case perParameterSingleton, byDefault

  func resolve(_ container: ProofContainer) -> Piece {
    switch self {
    case .cached: container.cached()
    case .shared: container.shared()
    case .singleton: container.singleton()
    case .session: container.session()
    case .optional: container.optional()!
    case .timed: container.timed()
    case .decorated: container.decorated()
    case .perParameter: container.perParameter(CollidingParameter(value: 1))
    case .perParameterSingleton:
      container.perParameterSingleton(CollidingParameter(value: 1))
    case .byDefault: container.unscoped()
    }
  }

  func prepare(_ container: ProofContainer) {
    if self == .byDefault { container.manager.defaultScope = .cached }
  }

  func register(_ container: ProofContainer, version: Int) {
    register(container) { container.make(version: version) }
  }

  func register(_ container: ProofContainer, making make: @escaping () -> Piece) {
    switch self {
    case .cached: container.cached.register(factory: make)
    case .shared: container.shared.register(factory: make)
    case .singleton: container.singleton.register(factory: make)
    case .session: container.session.register(factory: make)
    case .optional: container.optional.register(factory: make)
    case .timed: container.timed.register(factory: make)
    case .decorated: container.decorated.register(factory: make)
    case .perParameter: container.perParameter.register { _ in make() }
    case .perParameterSingleton: container.perParameterSingleton.register { _ in make() }
    case .byDefault: container.unscoped.register(factory: make)
    }
  }

  /// Ends the reference cycle that a registered closure which captures its container makes.
  func unregister(_ container: ProofContainer) {
    container.manager.reset()
    Scope.singleton.reset()
  }

  func reset(_ container: ProofContainer) {
    switch self {
    case .cached: container.cached.reset(.scope)
    case .shared: container.shared.reset(.scope)
    case .singleton: container.singleton.reset(.scope)
    case .session: container.manager.reset(scope: ProofContainer.session)
    case .optional: container.optional.reset(.scope)
    case .timed: container.manager.reset(scope: .cached)
    case .decorated: container.manager.reset(options: .scope)
    case .perParameter: container.perParameter.reset(.scope)
    case .perParameterSingleton: container.perParameterSingleton.reset(.scope)
    case .byDefault: container.manager.reset(scope: .cached)
    }
  }
}

/// A service whose label identifies the closure that created it.
final class TestService: Sendable {
  let label: String

  init(_ label: String = "original") {
    self.label = label
  }
}

final class AutoContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  private let register: @Sendable (AutoContainer, Int) -> Void

  /// - Parameter register: gets the container, and the number of the call.
  init(_ register: @escaping @Sendable (AutoContainer, Int) -> Void) { self.register = register }

  var service: Factory<TestService> { self { TestService() } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var numbers: FactoryGroup<Int> { group() }

  func autoRegister() { register(self, runs.increment()) }
}
