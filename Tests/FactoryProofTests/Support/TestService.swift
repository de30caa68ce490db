// Factory, MIT licence; see LICENSE
//
// An instance for tests that ask only which closure has created it.

/// A service whose label identifies the closure that created it.
final class TestService: Sendable {
  let label: String

  init(_ label: String = "original") {
    self.label = label
  }
}
