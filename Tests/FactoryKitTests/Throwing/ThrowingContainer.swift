// Factory, MIT licence; see LICENSE
//
// The factories that the tests of throwing factories resolve. The container decides whether their
// closures throw.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

final class ThrowingContainer: SharedContainer {
  @TaskLocal static var shared = ThrowingContainer()
  let manager = ContainerManager()
  /// How often a closure was called.
  let attempts = Counter()
  let graphInstances = LockedArray<TestService>()
  private let mustFail = LockedValue(false)

  var fails: Bool {
    get { mustFail.withLock { $0 } }
    set { mustFail.withLock { $0 = newValue } }
  }

  func make(_ label: String = "original") throws -> TestService {
    let attempt = attempts.increment()
    if fails { throw MakeError(attempt: attempt) }
    return TestService(label)
  }
}

extension Scope {
  static let throwingSession = Cached()
  static let throwingWeakly = Shared()
}

extension ThrowingContainer {
  var plain: ThrowingFactory<TestService, any Error> { self { try self.make() } }
  var cached: ThrowingFactory<TestService, any Error> { self { try self.make() }.cached }
  var shared: ThrowingFactory<TestService, any Error> { self { try self.make() }.shared }
  var graph: ThrowingFactory<TestService, any Error> { self { try self.make() }.graph }
  var singleton: ThrowingFactory<TestService, any Error> { self { try self.make() }.singleton }
  var session: ThrowingFactory<TestService, any Error> {
    self { try self.make() }.scope(.throwingSession)
  }
  var weakly: ThrowingFactory<TestService, any Error> {
    self { try self.make() }.scope(.throwingWeakly)
  }
  var byNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make("\($0)") }
  }
  var perNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make("\($0)") }.scopeOnParameters.cached
  }
}

/// The scopes, with a throwing factory of each.
enum ThrowingScope: CaseIterable {
  case unique, cached, shared, graph, singleton, session, weakly

  /// The scopes that cache an instance after the resolution that has created it.
  static let caching: [Self] = [.cached, .shared, .singleton, .session, .weakly]

  func factory(in container: ThrowingContainer) -> ThrowingFactory<TestService, any Error> {
    switch self {
    case .unique: container.plain
    case .cached: container.cached
    case .shared: container.shared
    case .graph: container.graph
    case .singleton: container.singleton
    case .session: container.session
    case .weakly: container.weakly
    }
  }

  /// A factory of the same scope that caches an instance for each parameter.
  func perNumber(
    in container: ThrowingContainer
  ) -> ThrowingParameterFactory<Int, TestService, any Error> {
    let factory = container.byNumber.scopeOnParameters
    return switch self {
    case .unique: factory.unique
    case .cached: factory.cached
    case .shared: factory.shared
    case .graph: factory.graph
    case .singleton: factory.singleton
    case .session: factory.scope(.throwingSession)
    case .weakly: factory.scope(.throwingWeakly)
    }
  }
}
