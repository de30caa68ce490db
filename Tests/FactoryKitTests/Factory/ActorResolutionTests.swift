// Factory, MIT licence; see LICENSE
//
// Resolving factories that belong to a global actor from elsewhere.
import Dispatch
import FactoryTesting
import Testing

@MainActor private final class ViewModel {
  let number: Int
  init(number: Int = 1) {
    MainActor.assertIsolated()
    self.number = number
  }
}

@globalActor private actor Storage {
  static let shared = Storage()
}

@Storage private final class Table {
  nonisolated let name: String
  init(name: String) {
    Storage.assertIsolated()
    self.name = name
  }
}

private let mainQueueKey = DispatchSpecificKey<Bool>()

extension Container {
  @MainActor fileprivate var viewModel: Factory<ViewModel> { self { ViewModel() } }
  @MainActor fileprivate var cachedModel: Factory<ViewModel> { self { ViewModel() }.cached }
  /// Whether the closure runs on the main actor, which uses the main queue.
  @MainActor fileprivate var isOnMainActor: Factory<Bool> {
    self { DispatchQueue.getSpecific(key: mainQueueKey) == true }
  }
  @MainActor fileprivate var numbered: ParameterFactory<Int, ViewModel> {
    self { ViewModel(number: $0) }
  }
  @Storage fileprivate var table: Factory<Table> { self { Table(name: "rows") } }
  @Storage fileprivate var named: ParameterFactory<String, Table> {
    self { Table(name: $0) }
  }
}

@Suite struct ActorResolutionTests {
  @Test("`resolveOnMainActor()` resolves at once on the main actor") @MainActor
  func onMainActor() {
    #expect(Container().viewModel.resolveOnMainActor().number == 1)
  }

  @Test("`resolveOnMainActor()` resolves with await from elsewhere")
  func fromElsewhere() async {
    let model = await Container().viewModel.resolveOnMainActor()
    #expect(model.number == 1)
  }

  @Test("Elsewhere, a plain `await` runs an annotated property's closure on the calling thread")
  func annotated() async {
    DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
    #expect(await Container().isOnMainActor.resolveOnMainActor())
    #expect(await !Container().isOnMainActor())
  }

  @Test("`resolveOnMainActor()` respects the scope")
  func scoped() async {
    let container = Container()
    let first = await container.cachedModel.resolveOnMainActor()
    let second = await container.cachedModel.resolveOnMainActor()
    #expect(first === second)
  }

  @Test("`resolveOnMainActor(_:)` passes the parameter")
  func parameter() async {
    let model = await Container().numbered.resolveOnMainActor(7)
    #expect(model.number == 7)
  }

  @Test("`resolveOnMainActor()` uses what was registered on the main actor")
  func registered() async {
    let container = Container()
    await MainActor.run {
      _ = container.viewModel.register { ViewModel(number: 9) }
    }
    let model = await container.viewModel.resolveOnMainActor()
    #expect(model.number == 9)
  }

  @Test("`resolveOnGlobalActor(_:)` resolves on that actor")
  func globalActor() async {
    let table = await Container().table.resolveOnGlobalActor(Storage.self)
    #expect(table.name == "rows")
  }

  @Test("`resolveOnGlobalActor(_:)` resolves on the main actor")
  func mainActorAsGlobalActor() async {
    let model = await Container().viewModel.resolveOnGlobalActor(MainActor.self)
    #expect(model.number == 1)
  }

  @Test("`resolveOnGlobalActor(_:_:)` passes the parameter")
  func globalActorParameter() async {
    let table = await Container().named.resolveOnGlobalActor(Storage.self, "columns")
    #expect(table.name == "columns")
  }
}
