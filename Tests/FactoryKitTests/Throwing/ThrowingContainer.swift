// Factory, MIT licence; see LICENSE
//
// The factories that the tests of throwing factories resolve. The container decides whether their
// closures throw.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

final class ThrowingContainer: ManagedContainer {
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

extension ThrowingContainer {
  var plain: ThrowingFactory<TestService, any Error> { self { try self.make() } }
  var cached: ThrowingFactory<TestService, any Error> { self { try self.make() }.cached }
  var graph: ThrowingFactory<TestService, any Error> { self { try self.make() }.graph }
  var byNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make("\($0)") }
  }
}

/// The scopes, with a throwing factory of each.
enum ThrowingScope: CaseIterable {
  case unique, cached, shared, graph, singleton

  /// The scopes that cache an instance after the resolution that has created it.
  static let caching: [Self] = [.cached, .shared, .singleton]

  func factory(in container: ThrowingContainer) -> ThrowingFactory<TestService, any Error> {
    applied(to: container.plain)
  }

  /// A factory of the same scope that caches an instance for each parameter.
  func perNumber(
    in container: ThrowingContainer
  ) -> ThrowingParameterFactory<Int, TestService, any Error> {
    applied(to: container.byNumber.scopeOnParameters)
  }

  private func applied<F: FactoryModifying>(to factory: F) -> F {
    switch self {
    case .unique: factory.unique
    case .cached: factory.cached
    case .shared: factory.shared
    case .graph: factory.graph
    case .singleton: factory.singleton
    }
  }
}
