// Factory, MIT licence; see LICENSE
//
// The errors that the closures of throwing and asynchronous factories throw.

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
