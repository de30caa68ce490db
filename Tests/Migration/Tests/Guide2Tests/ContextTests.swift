// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Contexts and Testing, and `container.with { }`.
import FactoryTesting
import Testing

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

  @Test("In debug builds")
  func debug() {
    container.analyticsService.onDebug {
      StubAnalyticsService()
    }
    #if DEBUG
      #expect(container.analyticsService() is StubAnalyticsService)
    #else
      #expect(container.analyticsService() is AnalyticsService)
    #endif
  }

  @Test("In tests")
  func test() {
    container.networkService.reset(.scope)
    container.networkService.onTest {
      MockNetworkService()
    }
    #if DEBUG
      #expect(container.networkService() is MockNetworkService)
    #else
      #expect(container.networkService() is NetworkService)
    #endif
  }

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
