// Factory, MIT licence; see LICENSE
//
// Guide 2.x: the service that both "Basic Usage" and "Complete App Structure" declare.
import FactoryTesting

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
