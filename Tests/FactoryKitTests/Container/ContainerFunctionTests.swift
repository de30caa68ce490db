// Factory, MIT licence; see LICENSE
//
// Calling a container or a factory with a closure: short for registering. The closure of a
// container may wait, and belong to an actor.
import FactoryKitTestSupport
import FactoryTesting
import Testing

@MainActor
private final class ViewModel {
  let name: String
  init(_ name: String) { self.name = name }
}

private actor NameStore {
  func name() -> String { "stored" }
}

@globalActor
private actor StoreActor {
  static let shared = StoreActor()
}

extension Container {
  fileprivate var service: Factory<TestService> { self { TestService() } }
  fileprivate var text: Factory<String> { self { "original" } }
  fileprivate var byNumber: ParameterFactory<Int, String> { self { "original \($0)" } }
  @MainActor fileprivate var viewModel: Factory<ViewModel> { self { ViewModel("original") }.cached }

  fileprivate func setupMocks() {
    service.register { TestService("mock") }
    text.register { "mock" }
  }
}

@MainActor
private func registerViewModel(_ container: Container) {
  container.viewModel.register { ViewModel("registered by a function") }
}

@Suite("Calls with a closure", .container) struct ContainerFunctionTests {
  private let container = Container()

  @Test("A container called with a closure registers one or several factories")
  func containerCall() {
    container { $0.service.register { TestService("one") } }
    #expect(container.service().label == "one")
    container {
      $0.service.register { TestService("mock") }
      $0.text.register { "mock" }
    }
    #expect(container.service().label == "mock")
    #expect(container.text() == "mock")
  }

  @Test("The closure may state the type of its parameter, and its result is ignored")
  func containerCallWithType() {
    container { (container: Container) in container.text.register { "mock" } }
    #expect(container.text() == "mock")
  }

  @Test("`with` changes a container and returns it")
  func with() {
    #expect(container.with { $0.text.register { "mock" } } === container)
    #expect(Container().with { $0.setupMocks() }.service().label == "mock")
    container.with { $0.text.register { "unused result" } }
    #expect(container.text() == "unused result")
  }

  @Test("A factory of any kind called with a closure, labelled or not, registers it")
  func factoryCall() {
    container.service { TestService("mock") }
    container.byNumber { "mock \($0)" }
    #expect(container.service().label == "mock")
    #expect(container.byNumber(3) == "mock 3")
    container.service(factory: { TestService("labelled") })
    container.byNumber(factory: { "labelled \($0)" })
    #expect(container.service().label == "labelled")
    #expect(container.byNumber(3) == "labelled 3")
  }

  @Test("`preview` registers as a call with a closure does, without SwiftUI too")
  func preview() {
    Container.shared.service.preview { TestService("mock") }
    Container.shared.byNumber.preview { "mock \($0)" }
    Container.preview { $0.text.register { "mock" } }
    #expect(Container.shared.service().label == "mock")
    #expect(Container.shared.byNumber(3) == "mock 3")
    #expect(Container.shared.text() == "mock")
    Container.shared.preview { $0.text.register { "changed" } }
    #expect(Container.shared.text() == "changed")
  }

  #if !canImport(SwiftUI)
    @Test("Without SwiftUI the forms that register in a preview return nothing")
    func returnsNothing() {
      let results: [Void] = [
        container.text { "mock" }, container.text.preview { "mock" },
        container.byNumber { "mock \($0)" }, container.byNumber.preview { "mock \($0)" },
        container.preview { $0.setupMocks() }, Container.preview { $0.setupMocks() },
      ]
      #expect(results.count == 6)
    }
  #endif

  // MARK: Closures that wait, or that belong to an actor

  @Test("A main-actor closure registers what belongs to the main actor, and may wait")
  func mainActorClosure() async {
    await container { @MainActor in
      let name = await NameStore().name()
      $0.viewModel.register { ViewModel(name) }
    }
    #expect(await container.viewModel.resolveOnMainActor().name == "stored")
  }

  @Test("The closure runs on the actor it belongs to")
  func isolation() async {
    await Container.shared { @StoreActor in
      StoreActor.shared.assertIsolated()
      $0.text.register { "on the store's actor" }
    }
    #expect(Container.shared.text() == "on the store's actor")
  }

  @Test("A main-actor closure may state the type of its parameter")
  func statedParameterType() async {
    // Swift 6.2 and earlier need the list of captures, otherwise the parameters would be the attribute's.
    await container { @MainActor [] (container: Container) in
      container.viewModel.register { ViewModel("registered") }
    }
    #expect(await container.viewModel.resolveOnMainActor().name == "registered")
  }

  @Test("On the main actor, closures that do not wait and main-actor functions need no await")
  @MainActor func onMainActor() async {
    container { $0.viewModel.register { ViewModel("registered") } }
    #expect(container.viewModel().name == "registered")
    container.with { $0.viewModel.register { ViewModel("changed") } }
    #expect(container.viewModel().name == "changed")
    container(registerViewModel)
    #expect(container.viewModel().name == "registered by a function")
    #expect(Container().with(registerViewModel).viewModel().name == "registered by a function")
  }

  @Test("Such calls and `with` return the container, so a changed one is one expression")
  func returnedContainer() async {
    let changed = container { $0.text.register { "changed" } }
    #expect(changed === container)
    let isolated = await container { @MainActor in
      $0.viewModel.register { ViewModel("registered") }
    }
    #expect(isolated === container)
    let byFunction = await container(registerViewModel)
    #expect(byFunction === container)
    #expect(await container.viewModel.resolveOnMainActor().name == "registered by a function")
    let withClosure = await Container().with { @MainActor in
      $0.viewModel.register { ViewModel("registered") }
    }
    #expect(await withClosure.viewModel.resolveOnMainActor().name == "registered")
    let withFunction = await Container().with(registerViewModel)
    #expect(await withFunction.viewModel.resolveOnMainActor().name == "registered by a function")
    // swift-format-ignore: NoEmptyTrailingClosureParentheses
    let new = await Container() {
      let name = await NameStore().name()
      $0.text.register { name }
    }
    #expect(new.text() == "stored")
  }
}
