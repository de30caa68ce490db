// Factory, MIT licence; see LICENSE
//
// Guide 2.x, "Example: Complete App Structure", as it is in the guide, except visibility.
import FactoryTesting
import Observation
import SwiftUI
import Testing

private struct Item: Identifiable {
  let id: Int
}

private struct ItemRow: View {
  let item: Item
  var body: some View { Text("item \(item.id)") }
}

// MARK: - Services
private protocol DataServiceProtocol {
  func fetchItems() async throws -> [Item]
  func saveItem(_ item: Item) async throws
}

private class DataService: DataServiceProtocol {
  private var items = [Item(id: 1)]
  func fetchItems() async throws -> [Item] { items }
  func saveItem(_ item: Item) async throws { items.append(item) }
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

// MARK: - SwiftUI View
private struct ItemListView: View {
  @InjectedObservable(\.itemListViewModel) var viewModel

  var body: some View {
    NavigationView {
      Group {
        if viewModel.isLoading {
          ProgressView()
        } else {
          List(viewModel.items) { item in
            ItemRow(item: item)
          }
        }
      }
      .navigationTitle("Items")
    }
    .task {
      await viewModel.loadItems()
    }
  }
}

@Suite("Guide 2.x: complete app", .container) @MainActor struct CompleteAppSnippet {
  @Test("The list loads its items when it appears")
  func loads() async throws {
    let host = ViewHost(ItemListView())
    await host.settle()
    #expect(host.texts == ["Items", "item 1"])
    let analytics = try #require(Container.shared.analyticsService() as? AnalyticsService)
    #expect(analytics.events == ["items_loaded"])
  }
}
