// Factory, MIT licence; see LICENSE
//
// Mocks, and what each protocol makes them declare in this mode.
import FactoryTesting
import Services

@testable import App

/// For a nonisolated protocol that refines `Sendable`: nonisolated by that conformance.
final class MockNetwork: Networking {
  private let prefix: String
  init(prefix: String = "mock") { self.prefix = prefix }
  func get(_ path: String) -> String { "\(prefix) \(path)" }
}

/// For a nonisolated protocol that does not refine `Sendable`: needs `nonisolated`.
nonisolated final class MockFormatter: Formatting {
  func format(_ text: String) -> String { "mock \(text)" }
}

/// For an isolated protocol: isolated as well.
final class MockPlayer: Player {
  private var count = 0
  init() {}
  func play() -> String {
    count += 1
    return "silence \(count)"
  }
}

extension Container {
  @MainActor func registerMocks() {
    player.register { MockPlayer() }
    screen.register { ScreenModel(title: "Mock") }
  }
}
