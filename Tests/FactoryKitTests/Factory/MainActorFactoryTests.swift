// Factory, MIT licence; see LICENSE
//
// Factories of actor-isolated types: only the property is annotated. (Guide:
// Concurrency.)
import FactoryTesting
import Testing

@MainActor private final class ContentViewModel {
  let title: String
  init(title: String = "live") { self.title = title }
}

@MainActor private protocol ScreenModel: AnyObject, Sendable {
  var title: String { get }
}
extension ContentViewModel: ScreenModel {}

@globalActor private actor Storage {
  static let shared = Storage()
}

@Storage private final class Table {
  let name: String
  init(name: String) { self.name = name }
}

extension Container {
  @MainActor fileprivate var vm: Factory<ContentViewModel> { self { ContentViewModel() } }
  @MainActor fileprivate var cachedModel: Factory<ContentViewModel> {
    self { ContentViewModel() }.cached
  }
  @MainActor fileprivate var screen: Factory<any ScreenModel> { self { ContentViewModel() } }
  @MainActor fileprivate var titled: ParameterFactory<String, ContentViewModel> {
    self { ContentViewModel(title: $0) }
  }
  @MainActor fileprivate var outer: Factory<[ContentViewModel]> {
    self { [self.vm(), self.titled("inner")] }
  }
  @Storage fileprivate var table: Factory<Table> { self { Table(name: "rows") } }
}

@MainActor private final class Coordinator {
  @Injected(\.vm) var eager
  @LazyInjected(\.cachedModel) var lazy
}

@Suite(.container) struct MainActorFactoryTests {
  @Test("A main-actor factory creates main-actor objects without annotations in the closure")
  @MainActor func annotatedProperty() {
    #expect(Container().vm().title == "live")
  }

  @Test("A main-actor factory may return a protocol") @MainActor
  func annotatedProtocol() {
    #expect(Container().screen().title == "live")
  }

  @Test("A main-actor factory takes a parameter") @MainActor
  func annotatedParameterFactory() {
    #expect(Container().titled("given").title == "given")
  }

  @Test("A main-actor factory takes registrations") @MainActor
  func annotatedRegistration() {
    let container = Container()
    container.vm.register { ContentViewModel(title: "mock") }
    #expect(container.vm().title == "mock")
  }

  @Test("A main-actor factory can be scoped") @MainActor
  func annotatedScope() {
    let container = Container()
    #expect(container.cachedModel() === container.cachedModel())
  }

  @Test("A main-actor factory resolves others in its closure") @MainActor
  func annotatedDependencies() {
    #expect(Container().outer().map(\.title) == ["live", "inner"])
  }

  @Test("A main-actor class injects main-actor factories") @MainActor
  func annotatedWrappers() {
    let coordinator = Coordinator()
    #expect(coordinator.eager.title == "live")
    #expect(coordinator.lazy === coordinator.lazy)
  }

  @Test("A factory may belong to another global actor") @Storage
  func otherGlobalActor() {
    #expect(Container().table().name == "rows")
  }
}
