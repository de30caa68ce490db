// Factory, MIT licence; see LICENSE
//
// Closures that wait, or that belong to an actor, and change several factories of a container.
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
  @MainActor fileprivate var viewModel: Factory<ViewModel> { self { ViewModel("original") }.cached }
  fileprivate var name: Factory<String> { self { "original" } }
  fileprivate var number: Factory<Int> { self { 0 } }
}

@MainActor
private func registerViewModel(_ container: Container) {
  container.viewModel.register { ViewModel("registered by a function") }
}

@Suite("Closures that change a container", .container) struct ContainerClosureTests {
  @Test("A main-actor closure registers what belongs to the main actor")
  func mainActorClosure() async {
    let container = Container()
    await container { @MainActor in
      $0.viewModel.register { ViewModel("registered") }
    }
    #expect(await container.viewModel.resolveOnMainActor().name == "registered")
  }

  @Test("The closure may wait between two registrations")
  func waitingClosure() async {
    let container = Container()
    let store = NameStore()
    await container {
      let name = await store.name()
      $0.name.register { name }
      $0.number.register { name.count }
    }
    #expect(container.name() == "stored")
    #expect(container.number() == 6)
  }

  @Test("The closure may belong to the main actor and wait")
  func mainActorClosureThatWaits() async {
    let container = Container()
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
      $0.name.register { "on the store's actor" }
    }
    #expect(Container.shared.name() == "on the store's actor")
  }

  @Test("`with` takes such a closure too, and returns the container")
  func with() async {
    let container = await Container().with { @MainActor in
      $0.viewModel.register { ViewModel("registered") }
    }
    #expect(await container.viewModel.resolveOnMainActor().name == "registered")
  }

  @Test("A main-actor function is called, on the main actor and elsewhere")
  func mainActorFunction() async {
    let container = Container()
    await container(registerViewModel)
    #expect(await container.viewModel.resolveOnMainActor().name == "registered by a function")
    let other = await Container().with(registerViewModel)
    #expect(await other.viewModel.resolveOnMainActor().name == "registered by a function")
  }

  @Test("A main-actor closure may state the type of its parameter")
  func statedParameterType() async {
    let container = Container()
    // Swift 6.2 and earlier need the list of captures, otherwise the parameters would be the attribute's.
    await container { @MainActor [] (container: Container) in
      container.viewModel.register { ViewModel("registered") }
    }
    #expect(await container.viewModel.resolveOnMainActor().name == "registered")
  }

  @Test("On the main actor a main-actor function needs no await")
  @MainActor func functionOnMainActor() async {
    let container = Container()
    container(registerViewModel)
    #expect(container.viewModel().name == "registered by a function")
    #expect(Container().with(registerViewModel).viewModel().name == "registered by a function")
  }

  @Test("On the main actor a closure that does not wait needs no await")
  @MainActor func synchronousOnMainActor() async {
    let container = Container()
    container { $0.viewModel.register { ViewModel("registered") } }
    #expect(container.viewModel().name == "registered")
    container.with { $0.viewModel.register { ViewModel("changed") } }
    #expect(container.viewModel().name == "changed")
  }

  @Test("A call with a closure returns the container, so a changed one is one expression")
  func returnedContainer() async {
    let container = Container()
    let changed = container { $0.name.register { "changed" } }
    #expect(changed === container)
    let several: Container = container {
      $0.name.register { "several" }
      $0.number.register { 2 }
    }
    #expect(several === container)
    let isolated = await container { @MainActor in
      $0.viewModel.register { ViewModel("registered") }
    }
    #expect(isolated === container)
    let stored = await container { @StoreActor in
      StoreActor.shared.assertIsolated()
      $0.number.register { 3 }
    }
    #expect(stored.number() == 3)
    let byFunction = await container(registerViewModel)
    #expect(byFunction === container)
    // swift-format-ignore: NoEmptyTrailingClosureParentheses
    let new = await Container() {
      let name = await NameStore().name()
      $0.name.register { name }
    }
    #expect(new.name() == "stored")
  }
}
