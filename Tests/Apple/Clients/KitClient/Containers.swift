// Factory, MIT licence; see LICENSE
//
// Containers: settings, resets, children, shutdowns, watching.
import FactoryKit

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
