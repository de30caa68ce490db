// Factory, MIT licence; see LICENSE
//
// The service that the tests of scopes, modifiers, contexts and resets resolve.
import FactoryTesting

/// A service like those of the guide: a class behind a protocol.
package protocol TestServiceType: AnyObject, Sendable {
  var label: String { get }
}

/// A service whose label identifies the closure that created it.
package final class TestService: TestServiceType {
  package let label: String

  package init(_ label: String = "original") {
    self.label = label
  }
}

/// A value, without identity.
package struct TestValue: Equatable, Sendable {
  package var number: Int

  package init(number: Int = 0) { self.number = number }
}
