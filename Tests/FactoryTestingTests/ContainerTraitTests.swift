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

private final class AccountsViewModel {
  @Injected(\.accountProvider) private var provider
  private(set) var isLoaded = false
  nonisolated(nonsending) func load() async {
    isLoaded = !(await provider()).isEmpty
  }
}

extension Container {
  fileprivate var someService: Factory<any TestServiceType> { self { TestService() } }
  fileprivate var cachedService: Factory<any TestServiceType> { self { TestService() }.cached }
  fileprivate var singleton: Factory<any TestServiceType> { self { TestService() }.singleton }
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var accountProvider: Factory<@Sendable () async -> [String]> { self { { [] } } }
  fileprivate var accountsViewModel: Factory<AccountsViewModel> { self { AccountsViewModel() } }
  @MainActor fileprivate var mainActorService: Factory<Screen> { self { Screen() } }
}

extension CustomContainer {
  fileprivate var number: Factory<Int> { self { 0 } }
}

@Suite(.container)
struct ContainerTraitSuiteTests {
  @Test("A test of a suite with the trait registers in a container of its own")
  func loaded() async {
    Container.shared.accountProvider.register { { ["sample"] } }
    let vm = Container.shared.accountsViewModel()
    await vm.load()
    #expect(vm.isLoaded)
  }

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

  @Test("A reset in one case does not affect the others", arguments: 0..<8)
  func reset(number: Int) async {
    Container.shared.someService.register { TestService("\(number)") }
    await Task.yield()
    if number.isMultiple(of: 2) {
      Container.shared.reset()
      Scope.singleton.reset()
      #expect(Container.shared.someService().label == "original")
    } else {
      #expect(Container.shared.someService().label == "\(number)")
    }
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
  @Test("The trait on a test gives it a new container", .container)
  func onTest() {
    #expect(isNew(Container.shared))
    Container.shared.someService.register { TestService("mock") }
    #expect(Container.shared.someService().label == "mock")
  }

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
    "The trait's closure may switch to the main actor, where the test sees its container",
    .container { container in
      await MainActor.run { _ = container.mainActorService.register { MockScreen() } }
    })
  @MainActor func mainActorClosure() {
    #expect(Container.shared.mainActorService() is MockScreen)
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

  @Test("Child tasks of a test see its container, detached ones do not", .container)
  func tasks() async {
    let container = Container.shared
    async let seen = Container.shared
    #expect(await seen === container)
    #expect(await Task { Container.shared }.value === container)
    #expect(await Task.detached { Container.shared }.value !== container)
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

  @Test("A custom trait decides how its container is created", .strictContainer)
  func containerExpression() {
    #expect(StrictContainer.shared.name == "test")
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

@Suite(.container, .customContainer { $0.number.register { 6 } })
struct CustomContainerTraitOnSuiteTests {
  @Test("Traits of a suite give each of its tests several containers", arguments: 0..<3)
  func suite(_: Int) {
    #expect(isNew(Container.shared))
    #expect(isNew(CustomContainer.shared))
    #expect(CustomContainer.shared.number() == 6)
    CustomContainer.shared.number.register { 7 }
  }
}
