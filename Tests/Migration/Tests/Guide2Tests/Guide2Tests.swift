// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Basic Usage, Debugging, the global `resolve(_:)` and `container.with { }`, whose
// deprecation warnings `.ci/run migration` checks. ../../../SwiftUI has the views and view models;
// other sections use no form that 3.0 has changed.
import FactoryTesting
import Testing

struct Item: Sendable {}

// Protocol defining the service interface
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
  func trackEvent(_ event: String) {}
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

private class StubAnalyticsService: AnalyticsServiceProtocol {
  func trackEvent(_ event: String) {}
}

private final class MockNetworkService: NetworkServiceProtocol {
  func fetchData() async throws -> [Item] { [] }
}

private class HeavyService {}

extension Container {
  fileprivate var heavyService: Factory<HeavyService> { self { HeavyService() } }
}

@Suite("2.x: Deprecated functions", .container)
struct DeprecatedFunctionTests {
  @Test("Several factories of a container are changed in one closure")
  func with() {
    let container = Container.shared
    container.with {
      $0.networkService.register { MockNetworkService() }
      $0.analyticsService.register { StubAnalyticsService() }
    }
    #expect(container.networkService() is MockNetworkService)
    #expect(container.analyticsService() is StubAnalyticsService)
  }

  @Test("The global function resolves as dependency(_:) does")
  func function() {
    let heavy: HeavyService = resolve(\.heavyService)
    Container.shared.heavyService.register { heavy }
    #expect(resolve(\Container.heavyService) === heavy)
  }

  @Test("The trace is switched on the container")
  func trace() {
    Container.shared.trace.toggle()
    defer { Container.shared.trace.toggle() }
    #expect(Container.shared.manager.trace)
  }
}
