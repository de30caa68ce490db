// Factory, MIT licence; see LICENSE
//
// The `.container` trait and traits of custom containers, on tests, their cases and suites. (Guide:
// Swift Testing, Custom container traits.) Importing both modules is allowed: see `bothImports`.
import FactoryKit
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

public final class CustomContainer: SharedContainer {
  @TaskLocal public static var shared = CustomContainer()
  public let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<CustomContainer> {
  public static var customContainer: ContainerTrait<CustomContainer> {
    .init(shared: CustomContainer.$shared, container: .init())
  }
}

@MainActor private class Screen {}
@MainActor private final class MockScreen: Screen {}

extension Container {
  fileprivate var someService: Factory<any TestServiceType> { self { TestService() } }
  fileprivate var cachedService: Factory<any TestServiceType> { self { TestService() }.cached }
  fileprivate var singleton: Factory<any TestServiceType> { self { TestService() }.singleton }
  fileprivate var number: Factory<Int> { self { 0 } }
  @MainActor fileprivate var mainActorService: Factory<Screen> { self { Screen() } }
}

extension CustomContainer {
  fileprivate var number: Factory<Int> { self { 0 } }
}

@Suite(.container)
struct ContainerTraitSuiteTests {
  @Test(
    "Each case has registrations, cached instances and singletons of its own", .container,
    arguments: ["a", "b", "c", "d"], [1, 2])
  func cases(parameter: String, number: Int) async {
    let container = Container.shared
    #expect(isNew(container))
    #expect(container.someService().label == "original")
    let factories = [container.someService, container.cachedService, container.singleton]
    let label = "\(parameter)\(number)"
    for factory in factories { factory.register { TestService(label) } }
    let (cached, singleton) = (container.cachedService(), container.singleton())
    await Task.yield()
    #expect(factories.map { $0().label } == [label, label, label])
    #expect(Container.shared.cachedService() === cached)
    #expect(Container.shared.singleton() === singleton)
  }

  @Suite struct Nested {
    @Injected(\.cachedService) fileprivate var service

    @Test("A suite inside gets new containers, from which its properties are injected")
    func properties() {
      #expect(isNew(Container.shared))
      #expect(service === Container.shared.cachedService())
    }
  }
}

@Suite struct ContainerTraitTests {
  @Test(
    "The trait's closure registers, and awaits factories of the main actor",
    .container {
      $0.someService.register { TestService("mock") }
      await $0.mainActorService.register { MockScreen() }
    })
  func asynchronousClosure() async {
    #expect(Container.shared.someService().label == "mock")
    #expect(await Container.shared.mainActorService.resolveOnMainActor() is MockScreen)
  }

  @Test(
    "The trait's closure runs with the container as the shared one",
    .container {
      let isShared = Container.shared === $0
      $0.number.register { isShared ? 1 : 2 }
    })
  func closureSeesShared() {
    #expect(Container.shared.number() == 1)
  }

  @Test(
    "The closures of several traits run in order",
    .container { $0.number.register { 1 } }({
      let earlier = $0.number()
      $0.number.register { earlier + 10 }
    }))
  func twoClosures() {
    #expect(Container.shared.number() == 11)
  }

  @Test("Importing FactoryKit and FactoryTesting creates no second container", .container)
  func bothImports() {
    #expect(FactoryKit.Container.shared === Container.shared)
    #expect(ObjectIdentifier(FactoryKit.Container.self) == ObjectIdentifier(Container.self))
    #expect(FactoryKit.Container.shared.cachedService() === Container.shared.cachedService())
  }
}

@Suite struct CustomContainerTraitTests {
  @Test("A custom trait gives each case a new container", .customContainer, arguments: 1..<5)
  func cases(number: Int) async {
    #expect(isNew(CustomContainer.shared))
    #expect(CustomContainer.shared.number() == 0)
    CustomContainer.shared.number.register { number }
    await Task.yield()
    #expect(CustomContainer.shared.number() == number)
  }

  @Test("Without its trait a test sees the process's container")
  func withoutTrait() {
    #expect(StrictContainer.shared.name == "shared")
  }

  @Test(
    "Several traits give a test several containers, with a closure each",
    .container { $0.number.register { 1 } },
    .customContainer { $0.number.register { 2 } },
    .strictContainer)
  func severalTraits() {
    #expect(Container.shared.number() == 1)
    #expect(CustomContainer.shared.number() == 2)
    #expect(StrictContainer.shared.name == "test")
  }

  @Test(
    "A later trait's closure sees the container of an earlier trait",
    .container { $0.number.register { 4 } },
    .customContainer {
      let number = Container.shared.number()
      $0.number.register { number + 1 }
    })
  func closureSeesOtherContainer() {
    #expect(CustomContainer.shared.number() == 5)
  }
}

// MARK: Factories that wait, fail or belong to the main actor

private let seenModels = LockedValue([StrictModel]())

@Suite struct FactoryKindTraitTests {
  private var container: StrictContainer { .shared }

  @Test(
    "A trait's closure registers every kind of factory without await, also closures that suspend or throw",
    .strictContainer {
      $0.plain.register { StrictService("trait") }
      $0.throwing.register { throw StrictError.failed }
      $0.throwingWithParameter.register { (_: Int) throws(StrictError) in throw .failed }
      $0.asyncCached.register {
        await Task.yield()
        throw StrictError.failed
      }
      $0.asyncWithParameter.register { number in
        await Task.yield()
        return StrictService("late \(number)")
      }
      $0.onMainActor.register { StrictModel("trait") }
      $0.onMainActorWithParameter.register { StrictModel("trait \($0)") }
    })
  func register() async {
    #expect(container.plain().name == "trait")
    #expect(throws: StrictError.failed) { try container.throwing() }
    #expect(throws: StrictError.failed) { try container.throwingWithParameter(4) }
    await #expect(throws: StrictError.failed) { try await container.asyncCached() }
    #expect(await container.asyncWithParameter(5).name == "late 5")
    #expect(await container.onMainActor().name == "trait")
    #expect(await container.onMainActorWithParameter(3).name == "trait 3")
  }

  @Test(
    "A trait's closure sets decorators and contexts of main-actor factories",
    .strictContainer {
      $0.onMainActor.context(.simulator, .device) { StrictModel("context") }
      $0.onMainActorWithParameter.decorator { model in seenModels.withLock { $0.append(model) } }
    })
  func modifiers() async {
    #expect(await container.onMainActor().name == "context")
    let model = await container.onMainActorWithParameter(1)
    #expect(seenModels.withLock { $0.contains { $0 === model } })
  }
}
