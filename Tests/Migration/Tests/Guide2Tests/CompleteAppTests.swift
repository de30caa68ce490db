// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Example: Complete App Structure, without its SwiftUI view.
import FactoryTesting
import Observation
import Testing

// MARK: - Services
private protocol DataServiceProtocol: Sendable {
  func fetchItems() async throws -> [Item]
  func saveItem(_ item: Item) async throws
}

private final class DataService: DataServiceProtocol {
  func fetchItems() async throws -> [Item] {
    return [Item(id: 1), Item(id: 2)]
  }

  func saveItem(_ item: Item) async throws {}
}

// MARK: - View Models
@MainActor
@Observable
private class ItemListViewModel {
  @ObservationIgnored @Injected(\.dataService) private var dataService
  @ObservationIgnored @Injected(\.analyticsService) private var analyticsService

  var items: [Item] = []
  var isLoading = false

  func loadItems() async {
    isLoading = true
    do {
      items = try await dataService.fetchItems()
      analyticsService.trackEvent("items_loaded")
    } catch {
      analyticsService.trackEvent("items_load_failed")
    }
    isLoading = false
  }
}

// MARK: - Container Registration
extension Container {
  fileprivate var dataService: Factory<DataServiceProtocol> {
    self { DataService() }
      .singleton
  }

  @MainActor
  fileprivate var itemListViewModel: Factory<ItemListViewModel> {
    self { @MainActor in ItemListViewModel() }
  }
}

@Suite("2.x: A complete app", .container)
struct CompleteAppTests {
  @Test("The model shows the service's items and reports that it did")
  @MainActor func loads() async {
    let model = Container.shared.itemListViewModel()
    await model.loadItems()
    #expect(model.items == [Item(id: 1), Item(id: 2)])
    #expect((Container.shared.analyticsService() as? AnalyticsService)?.events == ["items_loaded"])
  }
}
