// Factory, MIT licence; see LICENSE
//
// Types that inject, with every property wrapper.
import FactoryKit
import Services

/// Isolated, as views and their models are.
final class HomeModel {
  @Injected(\.screen) var screen
  @Injected(\.network) var network
  @Injected(\.titled) var makeScreen
  @Injected(\PaymentsContainer.processor) var processor
  @LazyInjected(\.screen) var lazyScreen
  @WeakLazyInjected(\.player) var player
  @DynamicInjected(\.number) var number
  @DynamicInjected(\ShopContainer.cart) var cart
  @InjectedContainer var container
  @InjectedContainer(PaymentsContainer.self) var payments
  @InjectedType var byType: (any Player)?
  @Injected(\.accountLoader) var accountLoader
  @Injected(\.accounts) var accounts
  let preferences = dependency(\.preferences)
  let titledScreen = dependency(\.titled, parameter: "By parameter")
}

/// A struct, as a view is.
struct Badge {
  @Injected(\.screen) var screen
  @LazyInjected(\.session) var session
}

/// Cleans up on the main actor. With the isolation by default only, Swift 6.3 does not optimise a module that imports
/// it: "deinit is marked isolated, but containing class 'Editor' is not isolated".
@MainActor final class Editor {
  @LazyInjected(\.screen) var screen
  let closed: (String) -> Void
  init(closed: @escaping (String) -> Void) { self.closed = closed }
  isolated deinit {
    if let screen = $screen.resolvedOrNil() { closed(screen.title) }
  }
}

/// Not isolated, and not `Sendable`: wrappers of nonisolated factories.
nonisolated final class Parser {
  @Injected(\.network) var network
  @LazyInjected(\.preferences) var preferences
  @WeakLazyInjected(\.preferences) var weakPreferences
  @DynamicInjected(\.formatter) var formatter
  @Injected(\.themed) var makeThemed
  @InjectedContainer var container
}

/// Not isolated, and `Sendable`: constants.
nonisolated final class NetworkService: Sendable {
  let preferences: Preferences = dependency(\.preferences)
  let dark: Preferences = dependency(\.themed, parameter: "dark")
  let processor: Processor = dependency(\PaymentsContainer.processor)
}

actor Downloader {
  @Injected(\.network) private var network
  private let preferences: Preferences = dependency(\.preferences)

  func download() -> String { network.get(preferences.theme) }
}
