// Factory, MIT licence; see LICENSE
//
// A Factory and a MainActorFactory with equal keys are one factory, which shares its state.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class EqualScreenContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension EqualScreenContainer {
  var onMainActor: MainActorFactory<TestService> {
    self(key: "equal") { TestService("on the main actor") }.cached
  }
  var anywhere: Factory<TestService> { self(key: "equal") { TestService("anywhere") }.cached }
  @MainActor var annotated: Factory<MainScreen> {
    self(key: "screen") { MainScreen("annotated") }.cached
  }
  var screen: MainActorFactory<MainScreen> {
    self(key: "screen") { MainScreen("main actor") }.cached
  }
  var byNumberOnMainActor: MainActorParameterFactory<Int, TestService> {
    self(key: "equal") { TestService("\($0) on the main actor") }.scopeOnParameters.cached
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self(key: "equal") { TestService("\($0) anywhere") }.scopeOnParameters.cached
  }
}

@Suite("Keys of main-actor factories") struct MainActorKeyTests {
  private let container = EqualScreenContainer()

  @Test("On the main actor, an instance of one of the two is returned by the other") @MainActor
  func shared() {
    let screen = container.annotated()
    #expect(container.screen() === screen)
    #expect(screen.title == "annotated")
  }

  @Test("An instance that was created elsewhere is returned on the main actor, and vice versa")
  func elsewhere() async {
    let service = container.anywhere()
    #expect(await container.onMainActor() === service)
    container.anywhere.reset(.scope)
    let second = await container.onMainActor()
    #expect(second !== service)
    #expect(container.anywhere() === second)
  }

  @Test("A registration of the Factory applies to the main-actor factory")
  func registeredAnywhere() async {
    container.anywhere.register { TestService("registered") }
    #expect(await container.onMainActor().label == "registered")
    container.onMainActor.reset(.registration)
    container.onMainActor.reset(.scope)
    #expect(await container.onMainActor().label == "on the main actor")
  }

  @Test("A registration of the main-actor factory applies to the Factory on the main actor")
  @MainActor func registeredOnMainActor() {
    container.onMainActor.register { TestService("registered") }
    #expect(container.anywhere().label == "registered")
    container.byNumberOnMainActor.register { TestService("\($0) registered") }
    #expect(container.byNumber(3).label == "3 registered")
  }

  @Test("A decorator of either applies to both") @MainActor
  func decorator() {
    var seen: [String] = []
    container.screen.decorator { screen in seen.append(screen.title) }
    _ = container.annotated()
    container.annotated.decorator { screen in seen.append("second \(screen.title)") }
    _ = container.screen()
    #expect(seen == ["annotated", "second annotated"])
  }

  @Test("A thread and the main actor wait for each other's construction, and get one instance")
  func threads() async {
    let (container, calls) = (container, Counter())
    container.anywhere.register {
      calls.increment()
      container.anywhere.awaitWaitingThreads(1)
      return TestService("built once")
    }
    let result = LockedValue<TestService?>(nil)
    let thread = TestThread {
      let service = container.anywhere()
      result.withLock { $0 = service }
    }
    // The first of the two builds, and the other one waits for it.
    let service = await container.onMainActor()
    thread.join()
    #expect(result.withLock { $0 } === service)
    #expect(calls.value == 1)
    container.anywhere.reset()
  }
}
