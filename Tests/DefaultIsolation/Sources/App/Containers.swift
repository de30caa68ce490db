// Factory, MIT licence; see LICENSE
//
// Factories of every kind. An extension of a container is nonisolated in this mode too.
import FactoryKit
import Services

extension Scope {
  static let login = Cached()
}

typealias AccountProviding = () async throws -> [String]

extension Container {
  // MARK: Isolated

  @MainActor var screen: Factory<ScreenModel> { self { ScreenModel() } }
  @MainActor var longForm: Factory<ScreenModel> { Factory(self) { ScreenModel() } }
  @MainActor var titled: ParameterFactory<String, ScreenModel> {
    self { ScreenModel(title: $0) }.scopeOnParameters.cached
  }
  @MainActor var numbered: ParameterFactory<(Int, String), ScreenModel> {
    self { (number, text) in ScreenModel(title: "\(number) \(text)") }
  }
  @MainActor var player: Factory<any Player> { self { LivePlayer() }.shared }
  @MainActor var optionalScreen: Factory<ScreenModel?> { self { nil } }
  @StoreActor var store: Factory<Store> { self { Store() }.cached }
  @StoreActor var namedStore: ParameterFactory<String, Store> { self { Store(name: $0) } }

  // MARK: Nonisolated

  var session: Factory<Session> { self { Session() }.scope(.login).timeToLive(60 * 20) }
  var preferences: Factory<Preferences> { self { Preferences() }.singleton }
  var themed: ParameterFactory<String, Preferences> { self { Preferences(theme: $0) } }
  var number: Factory<Int> { self { 1 } }
  var subhead: Factory<String> { self { "Subhead" } }
  var title: Factory<String> { self { "\(self.heading()): \(self.subhead())" } }

  // MARK: Functions

  var accounts: Factory<AccountProviding> { self { { ["live"] } } }

  // MARK: Contexts

  var theme: Factory<String> { self { "plain" } }
  var analytics: Factory<String> { self { "live" }.onTest { "defined" }.once() }

  // MARK: Tags

  static let steps: [any KeyPath<Container, Factory<any Step>> & Sendable] = [\.fetch, \.parse]
  var fetch: Factory<any Step> { self { Fetch() } }
  var parse: Factory<any Step> { self { Parse() } }
  func steps() -> [any Step] { Self.steps.map { self[keyPath: $0]() } }
}

extension PaymentsContainer {
  var currency: Factory<String> { self { "EUR" }.cached }
}

// An extension of a protocol is isolated in this mode, so this says that it is not.
extension SharedContainer {
  nonisolated var footnote: Factory<String> { self { "Footnote" } }
}

nonisolated enum PreferencesError: Error, Equatable {
  case unknown(theme: String)
}

extension Preferences {
  /// Reads a theme, which may fail.
  nonisolated static func load(_ theme: String) throws(PreferencesError) -> Preferences {
    if theme.isEmpty { throw .unknown(theme: theme) }
    return Preferences(theme: theme)
  }

  /// Fetches a theme, which takes time.
  nonisolated static func fetch(_ theme: String) async throws(PreferencesError) -> Preferences {
    await Task.yield()
    return try load(theme)
  }
}

extension Container {
  // MARK: The main actor

  var panel: MainActorFactory<ScreenModel> { self { ScreenModel(title: "Panel") }.cached }
  var page: MainActorParameterFactory<String, ScreenModel> {
    self { ScreenModel(title: $0) }.scopeOnParameters.cached
  }
  var speaker: MainActorFactory<any Player> { self { LivePlayer() }.shared }
  var dashboard: MainActorFactory<[ScreenModel]> { self { [self.panel(), self.page("a")] } }
  var inspector: MainActorFactory<ScreenModel> {
    self { ScreenModel() }.context(.simulator, .device) { ScreenModel(title: "Inspector") }
  }

  // MARK: Errors

  var stored: ThrowingFactory<Preferences, any Error> { self { try .load("stored") }.cached }
  var named: ThrowingParameterFactory<String, Preferences, PreferencesError> {
    self { (theme: String) throws(PreferencesError) in try .load(theme) }
  }
  @MainActor var draft: ThrowingFactory<ScreenModel, any Error> {
    self { ScreenModel(title: try Preferences.load("draft").theme) }
  }

  // MARK: Suspensions

  var remote: AsyncFactory<Preferences, any Error> { self { try await .fetch("remote") }.singleton }
  var remoteNamed: AsyncParameterFactory<String, Preferences, any Error> {
    self { try await .fetch($0) }.scopeOnParameters.cached
  }
  var remoteScreen: AsyncFactory<ScreenModel, any Error> {
    self { await ScreenModel(title: try await self.remote().theme) }.cached
  }
  var always: AsyncFactory<Int, Never> { self { 1 } }
}

final class ShopContainer: SharedContainer {
  @TaskLocal static var shared = ShopContainer()
  let manager = ContainerManager()
}

final class Cart {
  var items: [String]
  init(items: [String] = []) { self.items = items }
}

extension ShopContainer {
  @MainActor var cart: Factory<Cart> { self { Cart() }.cached }
  var currency: Factory<String> { self { "none" } }
}

extension ShopContainer: AutoRegistering {
  func autoRegister() {
    currency.register { "USD" }
  }
}
