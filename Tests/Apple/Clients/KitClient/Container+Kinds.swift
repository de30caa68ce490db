// Factory, MIT licence; see LICENSE
//
// A factory of each kind, with each modifier.
import FactoryKit

extension Scope {
  static let session = Cached()
  static let window = Shared()
  static let request = Graph()
}

typealias Providing = @Sendable () async throws -> [Int]

extension Container {
  var service: Factory<any Service> { self { LiveService() } }
  var longForm: Factory<any Service> { Factory(self) { LiveService() } }
  var network: Factory<Network> { self { Network() }.singleton }
  var repository: Factory<Repository> { self { Repository(network: self.network()) }.cached }
  var weakly: Factory<any Service> { self { LiveService() }.shared }
  var unscoped: Factory<any Service> { self { LiveService() }.unique }
  var session: Factory<any Service> { self { LiveService() }.scope(.session).timeToLive(60 * 20) }
  var optional: Factory<(any Service)?> { promised() }
  var needed: Factory<any Service> { required() }
  var heading: Factory<String> { self { "Heading" } }
  var keyed: Factory<String> { Factory(self, key: "keyed") { "Keyed" } }
  var provider: Factory<Providing> { self { { [1, 2, 3] } } }
  var idProvider: Factory<any IDProviding> { self { self.common() } }
  var valueProvider: Factory<any ValueProviding> { self { self.common() } }
  private var common: Factory<any IDProviding & ValueProviding> {
    self { CommonImplementation() }.graph
  }
  @MainActor var isolated: Factory<ScreenModel> { self { ScreenModel() } }

  var byNumber: ParameterFactory<Int, any Service> { self { _ in LiveService() } }
  var byPair: ParameterFactory<(Int, String), String> {
    self { number, text in "\(number) \(text)" }
  }
  var eachNumber: ParameterFactory<Int, any Service> {
    self { _ in LiveService() }.scopeOnParameters.cached
  }
  var optionalByNumber: ParameterFactory<Int, (any Service)?> { promised() }
  var neededByNumber: ParameterFactory<Int, any Service> { required() }

  var settings: ThrowingFactory<Settings, any Error> { self { try Settings() }.cached }
  var typedSettings: ThrowingFactory<Settings, SettingsError> {
    self { () throws(SettingsError) in try Settings() }.singleton
  }
  var settingsByNumber: ThrowingParameterFactory<Int, Settings, any Error> {
    self { try Settings(number: $0) }.scopeOnParameters.cached
  }
  var typedSettingsByNumber: ThrowingParameterFactory<Int, Settings, SettingsError> {
    self { (number: Int) throws(SettingsError) in try Settings(number: number) }
  }
  var neededSettings: ThrowingFactory<Settings, SettingsError> { required() }

  var database: AsyncFactory<Database, any Error> {
    self { try await Database.connect() }.onShutdown { try await $0.close() }.singleton
  }
  var typedDatabase: AsyncFactory<Database, SettingsError> {
    self { () async throws(SettingsError) in try await Database.open() }.cached
  }
  var cache: AsyncFactory<Network, Never> { self { Network() }.graph }
  var tenant: AsyncParameterFactory<Int, Database, any Error> {
    self { _ in try await Database.connect() }.scopeOnParameters.cached
  }
  var typedTenant: AsyncParameterFactory<Int, Database, SettingsError> {
    self { (_: Int) async throws(SettingsError) in try await Database.open() }
  }
  var neededDatabase: AsyncFactory<Database, any Error> { required() }

  var screenModel: MainActorFactory<ScreenModel> { self { ScreenModel() }.cached }
  var namedModel: MainActorParameterFactory<String, ScreenModel> { self { ScreenModel(title: $0) } }
  var neededModel: MainActorFactory<ScreenModel> { required() }

  var plugins: FactoryGroup<any Plugin> { group() }
  var csvPlugin: Factory<any Plugin> { self { CSVPlugin() }.cached }

  var modified: Factory<any Service> {
    self { LiveService() }
      .onArg("mock") { MockService() }
      .onArgs(["mock1", "mock2"]) { MockService() }
      .onPreview { MockService() }
      .onTest { MockService() }
      .onDebug { MockService() }
      .onSimulator { MockService() }
      .onDevice { LiveService() }
      .context(.preview, .test, .args(["mock3"])) { MockService() }
      .decorator { _ in }
      .decorator { _, _ in }
      .wrap { $0 }
      .testable
      .once()
  }
}

extension SharedContainer {
  var common: Factory<Network> { self { Network() } }
}

public final class PaymentsContainer: SharedContainer {
  @TaskLocal public static var shared = PaymentsContainer()
  public let manager = ContainerManager()
}

extension PaymentsContainer {
  var processor: Factory<any Service> { self { LiveService() }.singleton }
  var reaching: Factory<Repository> { self { Repository(network: Container.shared.network()) } }
  var optional: Factory<(any Service)?> { promised() }
  var csvPlugin: Factory<any Plugin> { self { CSVPlugin() } }
  var screenModel: MainActorFactory<ScreenModel> { self { ScreenModel() }.cached }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering, @retroactive Resolving {
  public func autoRegister() {
    optional.register { LiveService() }
    service.onArg("mock1") { MockService() }
    manager.defaultScope = .cached
    plugins.add(\.csvPlugin)
  }
}

// Modifiers of a program's own.
extension FactoryModifying {
  func onSandbox(factory: Closure) -> Self { context(.arg("sandbox"), factory: factory) }
}

func useOwnModifiers(_ container: Container) {
  _ = container.service.onSandbox { MockService() }
  _ = container.byNumber.onSandbox { _ in MockService() }
  _ = container.typedSettings.onSandbox(
    factory: ThrowingClosure { () throws(SettingsError) in throw .missing })
  _ = container.typedTenant.onSandbox(
    factory: AsyncParameterClosure { (_) async throws(SettingsError) in throw .missing })
}
