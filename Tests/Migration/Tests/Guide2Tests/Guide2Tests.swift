// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Basic Usage, View Models with Factory, Contexts, Debugging, the global
// `resolve(_:)` and `container.with { }`. Its other sections use no form that 3.0 has changed.
import FactoryTesting
import Observation
import Testing

struct Item: Equatable, Sendable {
  var id = 1
}

// Protocol defining the service interface; `Sendable`, as Swift 6 mode wants what is awaited from
// the main actor to be.
protocol NetworkServiceProtocol: Sendable {
  func fetchData() async throws -> [Item]
}

// Concrete implementation
final class NetworkService: NetworkServiceProtocol {
  func fetchData() async throws -> [Item] {
    return [Item()]
  }
}

// Another service
protocol AnalyticsServiceProtocol {
  func trackEvent(_ event: String)
}

class AnalyticsService: AnalyticsServiceProtocol {
  private(set) var events: [String] = []
  func trackEvent(_ event: String) {
    events.append(event)
  }
}

extension Container {
  // Register network service as singleton
  var networkService: Factory<NetworkServiceProtocol> {
    self { NetworkService() }
      .singleton
  }

  // Register analytics service with session scope
  var analyticsService: Factory<AnalyticsServiceProtocol> {
    self { AnalyticsService() }
      .scope(.session)
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
      errorMessage = "\(error)"
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

  @MainActor
  fileprivate var plainViewModel: Factory<ContentViewModel> {
    self { ContentViewModel() }
  }

  @MainActor
  fileprivate var numberedViewModel: ParameterFactory<Int, ContentViewModel> {
    self { @MainActor count in
      let model = ContentViewModel()
      model.updateItems(Array(repeating: Item(), count: count))
      return model
    }
  }
}

@Suite("2.x: Basic usage", .container)
struct BasicUsageTests {
  @Test("The network service is a singleton, analytics one for the session")
  func scopes() {
    #expect(
      (Container.shared.networkService() as? NetworkService)
        === (Container.shared.networkService() as? NetworkService))
    let analytics = Container.shared.analyticsService() as? AnalyticsService
    #expect((Container.shared.analyticsService() as? AnalyticsService) === analytics)
    Container.shared.manager.reset(scope: .session)
    #expect((Container.shared.analyticsService() as? AnalyticsService) !== analytics)
  }

  @Test("A model registered with a main-actor closure loads through what is injected")
  @MainActor func viewModel() async {
    let model = Container.shared.contentViewModel()
    await model.fetchItems()
    #expect(model.items == [Item()])
    #expect(!model.isLoading)
    #expect(model.errorMessage == nil)
    let analytics = Container.shared.analyticsService() as? AnalyticsService
    #expect(analytics?.events == ["items_loaded"])
    #expect(Container.shared.plainViewModel() !== model)
    #expect(Container.shared.numberedViewModel(3).items.count == 3)
  }
}

private class StubAnalyticsService: AnalyticsServiceProtocol {
  func trackEvent(_ event: String) {}
}

private final class MockNetworkService: NetworkServiceProtocol {
  func fetchData() async throws -> [Item] { [] }
}

private final class PreviewNetworkService: NetworkServiceProtocol {
  func fetchData() async throws -> [Item] { [] }
}

@Suite("2.x: Contexts and testing", .container)
struct ContextTests {
  private let container = Container.shared

  @Test("In previews")
  func preview() async {
    await #expect(processExitsWith: .success) {
      FactoryContext.current.isPreview = true
      let container = Container.shared
      container.networkService.onPreview {
        PreviewNetworkService()
      }
      #if DEBUG
        precondition(container.networkService() is PreviewNetworkService)
      #else
        precondition(container.networkService() is NetworkService)
      #endif
    }
  }

  @Test("Several factories of a container are changed in one closure")
  func with() {
    container.with {
      $0.networkService.register { MockNetworkService() }
      $0.analyticsService.register { StubAnalyticsService() }
    }
    #expect(container.networkService() is MockNetworkService)
    #expect(container.analyticsService() is StubAnalyticsService)
  }
}

private class HeavyService {}

extension Container {
  fileprivate var heavyService: Factory<HeavyService> { self { HeavyService() } }
}

@Suite("2.x: Deprecated functions", .container)
struct DeprecatedFunctionTests {
  @Test("The global function resolves as dependency(_:) does")
  func function() {
    let heavy: HeavyService = resolve(\.heavyService)
    Container.shared.heavyService.register { heavy }
    #expect(resolve(\Container.heavyService) === heavy)
  }

  @Test("The trace is switched on the container")
  func trace() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #if DEBUG
        Container.shared.trace.toggle()
      #else
        Container.shared.manager.trace.toggle()
      #endif
      _ = Container.shared.heavyService()
      precondition(Container.shared.trace)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("0: FactoryKit.Container.heavyService<HeavyService> = N:"))
  }
}
