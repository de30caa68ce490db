// Factory, MIT licence; see LICENSE
//
// An instance of main-actor factories.

/// A model of a screen. Like most of them, it is isolated to the main actor.
@MainActor package final class MainScreen {
  package let title: String
  package var visits = 0

  package init(_ title: String = "original") {
    MainActor.preconditionIsolated()
    self.title = title
  }
}
