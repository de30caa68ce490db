// Factory, MIT licence; see LICENSE
//
// The service that the tests of scopes, modifiers, contexts and resets resolve.
import FactoryTesting

/// A service like those of the guide: a class behind a protocol.
protocol TestServiceType: AnyObject, Sendable {
  var label: String { get }
}

/// A service whose label identifies the closure that created it.
final class TestService: TestServiceType {
  let label: String

  init(_ label: String = "original") {
    self.label = label
  }
}

/// A value, without identity.
struct TestValue: Equatable, Sendable {
  var number = 0
}
