// Factory, MIT licence; see LICENSE
//
// Factories that wait, fail or belong to the main actor. None of the properties is isolated.
import FactoryKit
import Services

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
