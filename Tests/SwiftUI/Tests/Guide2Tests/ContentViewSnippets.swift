// Factory, MIT licence; see LICENSE
//
// Guide 2.x, "Basic Usage", "View Models with Factory" and "SwiftUI Preview Context": the snippets
// as they are in the guide, except visibility and, where the compiler reports it as superfluous, an
// `await`.
import FactoryTesting
import Foundation
import Observation
import SwiftUI
import Testing

// Another service
protocol AnalyticsServiceProtocol {
  func trackEvent(_ event: String)
}

class AnalyticsService: AnalyticsServiceProtocol {
  private(set) var events: [String] = []
  func trackEvent(_ event: String) { events.append(event) }
}

extension Scope {
  static let session = Cached()
}

extension Container {
  // Register analytics service with session scope
  var analyticsService: Factory<AnalyticsServiceProtocol> {
    self { AnalyticsService() }
      .scope(.session)
  }
}

private struct Item: Identifiable {
  let id: Int
  let name: String
}

// Protocol defining the service interface
private protocol NetworkServiceProtocol {
  func fetchData() async throws -> [Item]
}

// Concrete implementation
private class NetworkService: NetworkServiceProtocol {
  func fetchData() async throws -> [Item] {
    return [Item(id: 1, name: "one"), Item(id: 2, name: "two")]
  }
}

extension Container {
  // Register network service as singleton
  fileprivate var networkService: Factory<NetworkServiceProtocol> {
    self { NetworkService() }
      .singleton
  }
}

private struct ContentView: View {
  @Injected(\.networkService) private var networkService
  @Injected(\.analyticsService) private var analyticsService
  @InjectedObservable(\.contentViewModel) var viewModel

  var body: some View {
    VStack {
      Text("Hello, Factory!")

      Button("Fetch Data") {
        Task {
          do {
            let items = try await networkService.fetchData()
            analyticsService.trackEvent("data_fetched")
            viewModel.updateItems(items)
          } catch {
            print("Error: \(error)")
          }
        }
      }
    }
    .onAppear {
      analyticsService.trackEvent("view_appeared")
    }
  }
}

@MainActor
@Observable
private class ContentViewModel {
  @ObservationIgnored @Injected(\.networkService) private var networkService
  @ObservationIgnored @Injected(\.analyticsService) private var analyticsService

  var items: [Item] = []
  var isLoading = false
  var errorMessage: String?

  func fetchItems() async {
    isLoading = true
    errorMessage = nil

    do {
      items = try await networkService.fetchData()
      analyticsService.trackEvent("items_loaded")
    } catch {
      errorMessage = error.localizedDescription
      analyticsService.trackEvent("items_load_failed")
    }

    isLoading = false
  }

  func updateItems(_ newItems: [Item]) {
    items = newItems
  }
}

// Register the view model
extension Container {
  @MainActor
  fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { @MainActor in ContentViewModel() }
  }
}

private struct ItemRow: View {
  let item: Item
  var body: some View { Text(item.name) }
}

private struct ItemsListView: View {
  @InjectedObservable(\.contentViewModel) var viewModel

  var body: some View {
    NavigationView {
      Group {
        if viewModel.isLoading {
          ProgressView("Loading...")
        } else if let error = viewModel.errorMessage {
          VStack {
            Text("Error")
              .font(.headline)
            Text(error)
              .foregroundColor(.red)
            Button("Retry") {
              Task {
                await viewModel.fetchItems()
              }
            }
          }
        } else {
          List(viewModel.items) { item in
            ItemRow(item: item)
          }
        }
      }
      .navigationTitle("Items")
      .toolbar {
        Button("Refresh") {
          Task {
            await viewModel.fetchItems()
          }
        }
      }
    }
    .task {
      await viewModel.fetchItems()
    }
  }
}

@Suite("Guide 2.x: views and view models", .container) @MainActor struct ContentViewSnippets {
  @Test("A view injects services in addition to its view model")
  func contentView() throws {
    let host = ViewHost(ContentView())
    #expect(host.texts == ["Hello, Factory!", "Fetch Data"])
    let analytics = try #require(Container.shared.analyticsService() as? AnalyticsService)
    #expect(analytics.events == ["view_appeared"])
  }

  @Test("A list shows what its view model fetches")
  func list() async throws {
    let host = ViewHost(ItemsListView())
    #expect(host.texts == ["Items", "Refresh"])
    await host.settle()
    #expect(host.texts == ["Items", "one", "two", "Refresh"])
    let analytics = try #require(Container.shared.analyticsService() as? AnalyticsService)
    #expect(analytics.events == ["items_loaded"])
  }
}
