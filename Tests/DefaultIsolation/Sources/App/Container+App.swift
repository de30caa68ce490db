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

  // MARK: Graph

  @MainActor var consumer: Factory<Consumer> {
    self { Consumer(id: self.idProvider(), value: self.valueProvider()) }
  }
  @MainActor var idProvider: Factory<any IDProviding> { self { self.provider() } }
  @MainActor var valueProvider: Factory<any ValueProviding> { self { self.provider() } }
  @MainActor private var provider: Factory<any IDProviding & ValueProviding> {
    self { Provider() }.graph
  }

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
