// Factory, MIT licence; see LICENSE
//
// A program that uses every form of the guide. It is compiled for the oldest systems that the
// library supports, so everything that the library inlines into programs has to exist there.
import FactoryKit

protocol Service: AnyObject, Sendable {}
final class LiveService: Service {}
final class MockService: Service {}
final class Network: Sendable {}
final class Repository: Sendable {
  let network: Network
  init(network: Network) { self.network = network }
}
struct Settings: Sendable {
  init() throws(SettingsError) {}
  init(number: Int) throws(SettingsError) { if number < 0 { throw SettingsError.missing } }
}
enum SettingsError: Error { case missing }
final class Database: Sendable {
  static func connect() async throws -> Database { Database() }
  static func open() async throws(SettingsError) -> Database { Database() }
  func close() async throws {}
}
protocol Plugin: Sendable {}
struct CSVPlugin: Plugin {}
struct JSONPlugin: Plugin {}
@MainActor final class ScreenModel {
  let title: String
  init(title: String = "") { self.title = title }
}
protocol IDProviding { var id: Int { get } }
protocol ValueProviding { var value: Int { get } }
final class CommonImplementation: IDProviding, ValueProviding {
  let id = 1
  let value = 2
}

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

func change(_ container: Container) async throws {
  container.reset()
  container.manager.reset()
  container.manager.reset(options: .registration)
  container.manager.reset(options: .scope)
  container.manager.reset(options: .context)
  container.manager.reset(scope: .cached)
  container.manager.push()
  container.manager.pop()
  container.manager.defaultScope = .cached
  container.manager.trace.toggle()
  container.manager.logger = { print($0) }
  container.manager.circularDependencyTesting = false
  container.manager.promiseTriggersError = true
  container.decorator { print(type(of: $0)) }
  container { $0.service.register { MockService() } }
  _ = Container().with { $0.service.register { MockService() } }
  await container { @MainActor in $0.screenModel.register { ScreenModel() } }
  try container.validate(\.needed, \.optional, \.neededSettings, \.neededDatabase, \.neededModel)
  Scope.singleton.reset()
}

func useChildren() async throws {
  let request = Container(parent: .shared)
  let tab = Container(parent: .shared, sharing: .session, .cached)
  request.service.register { MockService() }
  try await Container.$shared.withValue(request) { _ = try await Container.shared.database() }
  _ = tab.service()
  let here = CarriedContainers()
  let both = CarriedContainers(Container.$shared, PaymentsContainer.$shared)
  Task.detached {
    await here { _ = await Container.shared.cache() }
    both { _ = Container.shared.service() }
  }
  Scope.$singleton.withValue(Scope.singleton.clone()) { _ = Container.shared.network() }
}

func useLifetimes(_ container: Container) async throws {
  container.database.onShutdown { try await $0.close() }
  container.service.onShutdown { _ in }
  container.screenModel.onShutdown { _ in }
  try await container.warmUp(\.settings, \.database, \.cache)
  try await container.shutdown(hookLimit: 5)
  try await container.shutdown()
  if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
    try await container.shutdown(hookLimit: .seconds(5))
  }
  do { try await Scope.singleton.shutdown() } catch {
    for (factory, error) in error.errors { print(factory, error) }
  }
}

func watch(_ container: Container) {
  let recorder = ResolutionRecorder()
  let watch = container.manager.watch { event in
    recorder.record(event)
    print(
      event.factory, event.container, event.kind, event.depth, event.parent ?? "", event.duration)
  }
  watch.cancel()
  print(recorder.json())
}

@globalActor actor OtherActor { static let shared = OtherActor() }

extension Container {
  @OtherActor var onOtherActor: Factory<Network> { self { Network() } }
}

func resolveOnActors(_ container: Container) async {
  _ = await container.onOtherActor.resolveOnGlobalActor(OtherActor.shared)
}

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

final class Wrapped {
  @Injected(\.service) var service
  @Injected(\.optional) var optional: (any Service)?
  @Injected(\.byNumber) var make
  @Injected(\.plugins) var plugins: [any Plugin]
  @Injected(\PaymentsContainer.processor) var processor
  @LazyInjected(\.repository) var lazy
  @LazyInjected(\PaymentsContainer.processor) var lazyProcessor
  @WeakLazyInjected(\.weakly) var weakly
  @DynamicInjected(\.session) var dynamic
  @DynamicInjected(\PaymentsContainer.processor) var dynamicProcessor
  @InjectedContainer var container
  @InjectedContainer(PaymentsContainer.self) var payments
  @InjectedType var type: Network?
  let network = dependency(\.network)
  let processorAgain: any Service = dependency(\PaymentsContainer.processor)
  let number: any Service = dependency(\.byNumber, parameter: 42)

  func use() {
    _ = $service.factory()
    $service.resolve(reset: .scope)
    $lazy.resolve()
    _ = $lazy.resolvedOrNil()
    _ = $weakly.resolvedOrNil()
    _ = make(3)
  }

  deinit { _ = $lazy.resolvedOrNil()?.network }
}

@MainActor final class MainActorWrapped {
  @Injected(\.screenModel) var model
  @LazyInjected(\.screenModel) var lazy
  @WeakLazyInjected(\.screenModel) var weakly
  @DynamicInjected(\.screenModel) var dynamic
  @Injected(\.namedModel) var make
  let named = dependency(\.namedModel, parameter: "name")
  let payments = dependency(\PaymentsContainer.screenModel)

  func use() { _ = (model, lazy, weakly, dynamic, make("name")) }
}

func injectFailing() async throws {
  _ = try dependency(\.settings)
  _ = try dependency(\.settingsByNumber, parameter: 1)
  _ = try await dependency(\.database)
  _ = try await dependency(\.tenant, parameter: 1)
  _ = await dependency(\.cache)
  _ = await dependency(\.screenModel)
}
