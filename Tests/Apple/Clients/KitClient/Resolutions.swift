// Factory, MIT licence; see LICENSE
//
// Resolving, registering and resetting factories of each kind.
import FactoryKit

func resolve(_ container: Container) async throws {
  _ = container.service()
  _ = container.service.resolve()
  _ = container.service.resolvedOrNil()
  _ = container.byNumber(1)
  _ = container.byNumber.resolvedOrNil(1)
  _ = container.byPair((1, "one"))
  _ = container.common()
  _ = try container.settings()
  _ = container.settings.resolvedOrNil()
  _ = try container.settingsByNumber(1)
  _ = container.settingsByNumber.resolvedOrNil(1)
  _ = try await container.database()
  _ = container.database.resolvedOrNil()
  _ = try await container.tenant(1)
  _ = container.tenant.resolvedOrNil(1)
  _ = await container.cache()
  _ = await container.screenModel()
  _ = await container.namedModel("name")
  _ = await container.isolated.resolveOnMainActor()
  _ = try await container.provider()()
  do throws(SettingsError) {
    _ = try container.typedSettings()
    _ = try container.typedSettingsByNumber(1)
    _ = try await container.typedDatabase()
    _ = try await container.typedTenant(1)
  } catch {
    print(error)
  }
  let byType: Network? = container.resolve()
  _ = byType
  print(container.service, container.typedDatabase, container.plugins, container.screenModel)
  dump(container.typedSettings)
}

@MainActor func resolveOnMainActor(_ container: Container) {
  _ = container.screenModel()
  _ = container.screenModel.resolvedOrNil()
  _ = container.namedModel("name")
  _ = container.isolated()
}

func register(_ container: Container) {
  container.service.register { MockService() }
  container.byNumber.register { _ in MockService() }
  container.settings.register { throw SettingsError.missing }
  container.typedSettings.register { () throws(SettingsError) in throw .missing }
  container.typedSettings.onTest { () throws(SettingsError) in throw .missing }
  container.typedSettings.context(.test) { () throws(SettingsError) in throw .missing }
  container.settingsByNumber.register { try Settings(number: $0) }
  container.typedSettingsByNumber.register { (_) throws(SettingsError) in throw .missing }
  container.typedSettingsByNumber.onArg("a") { (_) throws(SettingsError) in throw .missing }
  container.database.register { Database() }
  container.typedDatabase.register { () async throws(SettingsError) in throw .missing }
  container.typedDatabase.onDebug { () async throws(SettingsError) in throw .missing }
  container.tenant.register { _ in Database() }
  container.typedTenant.register { (_) async throws(SettingsError) in throw .missing }
  container.typedTenant.onDevice { (_) async throws(SettingsError) in throw .missing }
  container.cache.register { Network() }
  container.screenModel.register { ScreenModel() }
  container.namedModel.register { ScreenModel(title: $0) }
  container.screenModel.decorator { _ in }
  container.database.decorator { _ in }
  container.settings.wrap { $0 }
  container.database.wrap { $0 }
  container.register { Network() }

  container.session.scope(.window)
  container.session.timeToLive(60)
  if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
    container.session.timeToLive(.seconds(60))
  }
  container.session.reset()
  container.session.reset(.scope)
  container.tenant.reset(.scope, for: 1)
  container.plugins.register { [CSVPlugin()] }
}

func useGroups(_ container: Container) {
  container.plugins.add(\.csvPlugin)
  container.plugins.add(\.csvPlugin, order: 2)
  container.plugins.add(\PaymentsContainer.csvPlugin)
  container.plugins.add(order: -1) { JSONPlugin() }
  for plugin in container.plugins() + container.plugins.existing() { print(plugin) }
}

func useContexts() {
  FactoryContext.setArg("dark", forKey: "theme")
  FactoryContext.removeArg(forKey: "theme")
}
