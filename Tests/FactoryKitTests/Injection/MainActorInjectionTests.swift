// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories.
import FactoryTestSupport
import FactoryTesting
import Testing

@MainActor private final class Model {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

private final class OtherContainer: SharedContainer {
  @TaskLocal static var shared = OtherContainer()
  let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<OtherContainer> {
  fileprivate static var otherContainer: Self {
    .init(shared: OtherContainer.$shared, container: OtherContainer())
  }
}

extension Container {
  fileprivate var model: MainActorFactory<Model> { self { Model() } }
  fileprivate var keptModel: MainActorFactory<Model> { self { Model() }.cached }
}
extension OtherContainer {
  fileprivate var model: MainActorFactory<Model> { self { Model("other") } }
}

@MainActor private final class Coordinator {
  @Injected(\.model) var injected
  @LazyInjected(\.model) var lazy
  @WeakLazyInjected(\.keptModel) var weak
  @DynamicInjected(\.model) var dynamic
}

@MainActor private final class OtherCoordinator {
  @Injected(\OtherContainer.model) var injected
  @LazyInjected(\OtherContainer.model) var lazy
  @WeakLazyInjected(\OtherContainer.model) var weak
  @DynamicInjected(\OtherContainer.model) var dynamic
}

@MainActor private struct Settings {
  @Injected(\.model) var model: Model
  @Injected(\.keptModel) private var kept
  var keptName: String { kept.name }
}

@Suite("Injecting main-actor factories", .container, .otherContainer)
@MainActor struct MainActorInjectionTests {
  @Test("`@Injected` resolves once, when the owner is initialised")
  func injected() {
    let coordinator = Coordinator()
    Container.shared.model.register { Model("late") }
    #expect(coordinator.injected.name == "live")
    #expect(coordinator.injected === coordinator.injected)
  }

  @Test("`@LazyInjected` resolves once, at the first read")
  func lazy() {
    let coordinator = Coordinator()
    #expect(coordinator.$lazy.resolvedOrNil() == nil)
    Container.shared.model.register { Model("late") }
    #expect(coordinator.lazy.name == "late")
    #expect(coordinator.$lazy.resolvedOrNil() === coordinator.lazy)
  }

  @Test("`@WeakLazyInjected` holds the instance weakly")
  func weak() {
    let coordinator = Coordinator()
    #expect(coordinator.weak?.name == "live")
    #expect(coordinator.$weak.resolvedOrNil() != nil)
    Container.shared.keptModel.reset()
    #expect(coordinator.weak == nil)
    #expect(coordinator.$weak.resolve()?.name == "live")
  }

  @Test("`@DynamicInjected` resolves at each read")
  func dynamic() {
    let coordinator = Coordinator()
    #expect(coordinator.dynamic !== coordinator.dynamic)
    Container.shared.model.register { Model("late") }
    #expect(coordinator.dynamic.name == "late")
  }

  @Test("All wrappers take the key path of another container")
  func otherContainer() {
    let coordinator = OtherCoordinator()
    #expect(coordinator.injected.name == "other")
    #expect(coordinator.lazy.name == "other")
    #expect(coordinator.dynamic.name == "other")
    #expect(coordinator.weak?.name == "other")
    // Nothing else retained it.
    #expect(coordinator.weak == nil)
  }

  @Test("A structure injects main-actor factories")
  func structure() {
    #expect(Settings().model.name == "live")
    #expect(Settings().keptName == "live")
  }

  @Test("The wrappers share the instances of the factory's scope")
  func scope() {
    let one = Coordinator()
    let two = Coordinator()
    #expect(one.weak === two.weak)
    #expect(one.weak === Container.shared.keptModel())
    #expect(one.$weak.factory() === one.weak)
  }

  @Test("The projected factory registers for the main-actor factory")
  func projectedFactory() {
    let coordinator = Coordinator()
    coordinator.$injected.factory.register { MainActor.assumeIsolated { Model("registered") } }
    #expect(Container.shared.model().name == "registered")
    #expect(coordinator.$injected.resolve().name == "registered")
    #expect(coordinator.injected.name == "registered")
  }

  @Test("`resolve(reset:)` resets the main-actor factory, for all wrappers that store an instance")
  func resolveAgain() {
    let coordinator = Coordinator()
    Container.shared.model.register { Model("registered") }
    #expect(coordinator.lazy.name == "registered")
    #expect(coordinator.$lazy.resolve(reset: .registration).name == "live")
    #expect(coordinator.lazy.name == "live")
    #expect(coordinator.$injected.resolve(reset: .all).name == "live")
    let kept = coordinator.weak
    #expect(coordinator.$weak.resolve(reset: .scope) !== kept)
  }

  @Test("A decorator of the main-actor factory sees the injected instances")
  func decorator() {
    let names = LockedValue<[String]>([])
    Container.shared.model.decorator { model in names.withLock { $0.append(model.name) } }
    _ = (Coordinator().injected, Coordinator().dynamic)
    #expect(names.withLock { $0 } == ["live", "live", "live"])
  }

  @Test("A key path that is not a literal leads to its factory")
  func keyPathValue() {
    let path: KeyPath<Container, MainActorFactory<Model>> = \.keptModel
    let expected = Container.shared.keptModel()
    #expect(Injected(path).wrappedValue === expected)
    #expect(LazyInjected(path).wrappedValue === expected)
    #expect(WeakLazyInjected(path).wrappedValue === expected)
    #expect(DynamicInjected(path).wrappedValue === expected)
  }

  @Test("The wrappers use the container of the task that creates or reads them")
  func containerOfTask() {
    let container = Container()
    container.model.register { Model("task") }
    let outside = Coordinator()
    Container.$shared.withValue(container) {
      #expect(Coordinator().injected.name == "task")
      #expect(outside.injected.name == "live")
      #expect(outside.lazy.name == "task")
      #expect(outside.dynamic.name == "task")
    }
    #expect(outside.dynamic.name == "live")
  }
}

extension MainActorInjectionTests {
  @Test("Resolving the projected factory on the main actor is allowed")
  nonisolated
    func onMainActor() async
  {
    await #expect(processExitsWith: .success) {
      let factory = await MainActor.run { Coordinator().$injected.factory }
      await Task.detached { @MainActor in _ = factory.resolve() }.value
    }
  }

  @Test("Resolving the projected factory off the main actor stops the program")
  nonisolated
    func offMainActor() async
  {
    await #expect(processExitsWith: .failure) {
      let factory = await MainActor.run { Coordinator().$injected.factory }
      await Task.detached { _ = factory.resolve() }.value
    }
  }
}
