// Factory, MIT licence; see LICENSE
//
// The application's types. Those without annotation are isolated to the main actor.
import Services

/// Isolated, and so is its initialiser: its factory is `@MainActor`.
final class ScreenModel {
  let title: String
  var taps = 0
  init(title: String = "Home") {
    MainActor.assertIsolated()
    self.title = title
  }
}

/// Isolated, with an initialiser that anyone may call: its factory needs no annotation.
final class Session {
  var user: String?
  nonisolated init() {}
}

/// An isolated protocol and its implementation, without stored properties that are isolated: the
/// implicit initialiser is nonisolated.
protocol Player: AnyObject {
  func play() -> String
}

final class LivePlayer: Player {
  func play() -> String { "music" }
}

/// A service for all threads. A conformance to a nonisolated protocol that refines `Sendable` makes
/// a type nonisolated.
final class AppAccounts: AccountLoading {
  private let names: [String]
  init(names: [String] = ["Ada", "Grace"]) { self.names = names }
  func accounts() -> [String] { names }
}

nonisolated final class Preferences: Sendable {
  let theme: String
  init(theme: String = "light") { self.theme = theme }
}

/// Isolated to an actor of the application.
@globalActor actor StoreActor {
  static let shared = StoreActor()
}

@StoreActor final class Store {
  nonisolated let name: String
  init(name: String = "main") {
    StoreActor.assertIsolated()
    self.name = name
  }
}

nonisolated protocol Step: Sendable {
  var name: String { get }
}

nonisolated struct Fetch: Step {
  let name = "fetch"
}

nonisolated struct Parse: Step {
  let name = "parse"
}
