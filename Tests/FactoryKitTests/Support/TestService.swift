// Factory, MIT licence; see LICENSE
//
// What the tests of scopes, modifiers, contexts and resets resolve, and the errors that closures throw.
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

/// A model of a screen. Like most of them, it is isolated to the main actor.
@MainActor package final class MainScreen {
  package let title: String
  package var visits = 0

  package init(_ title: String = "original") {
    MainActor.preconditionIsolated()
    self.title = title
  }
}

/// An error whose number identifies the call that has thrown it.
package struct TestError: Error, Equatable {
  package var number: Int

  package init(number: Int = 0) { self.number = number }
}

/// An error with the number of the call that has thrown it.
package struct MakeError: Error, Equatable {
  package var attempt: Int

  package init(attempt: Int = 0) { self.attempt = attempt }
}

/// Another type of error.
package enum SettingsError: Error, Equatable {
  case missing
  case unreadable(line: Int)
}
