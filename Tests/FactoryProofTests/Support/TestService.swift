// Factory, MIT licence; see LICENSE
//
// An instance for tests that ask only which closure has created it, and a container whose
// `autoRegister` is a closure of the test.
import FactoryTestSupport
import FactoryTesting

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
