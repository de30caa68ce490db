// Factory, MIT licence; see LICENSE
//
// Factories of actor-isolated types, of which only the property is annotated, and how they are
// resolved from elsewhere. (Guide: Concurrency.)
import Dispatch
import FactoryTesting
import Testing

@MainActor private final class ViewModel {
  let title: String
  init(title: String = "live") {
    MainActor.assertIsolated()
    self.title = title
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
  @MainActor fileprivate var titled: ParameterFactory<String, ViewModel> {
    self { ViewModel(title: $0) }
  }
  @MainActor fileprivate var outer: Factory<[ViewModel]> {
    self { [self.viewModel(), self.titled("inner")] }
  }
  /// Whether the closure runs on the main actor, which uses the main queue.
  @MainActor fileprivate var isOnMainActor: Factory<Bool> {
    self { DispatchQueue.getSpecific(key: mainQueueKey) == true }
  }
  @Storage fileprivate var table: Factory<Table> { self { Table(name: "rows") }.cached }
  @Storage fileprivate var named: ParameterFactory<String, Table> { self { Table(name: $0) } }
}

@MainActor private final class Coordinator {
  @Injected(\.viewModel) var eager
  @LazyInjected(\.cachedModel) var lazy
}

@Suite("Factories of an actor", .container) struct ActorFactoryTests {
  private let container = Container()

  @Test("On the main actor, its factories create without annotations in the closure") @MainActor
  func annotated() {
    #expect(container.viewModel().title == "live")
    #expect(container.titled("given").title == "given")
    #expect(container.outer().map(\.title) == ["live", "inner"])
    #expect(container.cachedModel() === container.cachedModel())
  }

  @Test("A main-actor class injects main-actor factories") @MainActor
  func annotatedWrappers() {
    let coordinator = Coordinator()
    #expect(coordinator.eager.title == "live")
    #expect(coordinator.lazy === coordinator.lazy)
  }

  @Test("On another global actor, its factories are resolved without await") @Storage
  func onTheActor() {
    #expect(container.table().name == "rows")
    #expect(container.named("columns").name == "columns")
  }

  @Test("`resolveOnMainActor()` resolves at once on the main actor") @MainActor
  func resolveOnMainActor() {
    #expect(container.viewModel.resolveOnMainActor().title == "live")
  }

  @Test("`resolveOnMainActor()` resolves with await from elsewhere, in the scope")
  func fromElsewhere() async {
    let model = await container.cachedModel.resolveOnMainActor()
    #expect(await container.cachedModel.resolveOnMainActor() === model)
    #expect(await container.titled.resolveOnMainActor("given").title == "given")
  }

  @Test("Elsewhere, a plain `await` runs an annotated property's closure on the calling thread")
  func plainAwait() async {
    DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
    #expect(await container.isOnMainActor.resolveOnMainActor())
    #expect(await !container.isOnMainActor())
  }

  @Test("`resolveOnGlobalActor` resolves on the actor of the given type")
  func actorType() async {
    let table = await container.table.resolveOnGlobalActor(Storage.self)
    #expect(table.name == "rows")
    #expect(await container.named.resolveOnGlobalActor(Storage.self, "columns").name == "columns")
    #expect(await container.viewModel.resolveOnGlobalActor(MainActor.self).title == "live")
  }

  @Test("`resolveOnGlobalActor` resolves on the given actor instance")
  func actorInstance() async {
    let table = await container.table.resolveOnGlobalActor(Storage.shared)
    #expect(await container.table.resolveOnGlobalActor(Storage.shared) === table)
    let columns = await container.named
      .resolveOnGlobalActor(Storage.shared, parameters: "columns")
    #expect(columns.name == "columns")
    #expect(await container.viewModel.resolveOnGlobalActor(MainActor.shared).title == "live")
  }
}
