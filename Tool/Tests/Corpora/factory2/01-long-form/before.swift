import Factory

protocol NetworkServiceProtocol {
    func fetch() -> [String]
}

class NetworkService: NetworkServiceProtocol {
    func fetch() -> [String] { [] }
}

class AnalyticsService {
    init(network: NetworkServiceProtocol) {}
}

extension Container {
    // Register the network service as a singleton
    var networkService: Factory<NetworkServiceProtocol> {
        Factory(self) { NetworkService() }
            .singleton
    }

    var analyticsService: Factory<AnalyticsService> {
        return Factory(self) { AnalyticsService(network: self.networkService()) } // unscoped
    }

    var explicit: Factory<NetworkServiceProtocol> { Factory<NetworkServiceProtocol>(self) { NetworkService() } }

    var short: Factory<AnalyticsService> {
        .init(self) {
            AnalyticsService(network: self.networkService())
        }.shared
    }

    var keyed: Factory<String> { Factory(self, key: "name") { "keyed" } }

    func named(_ name: String) -> Factory<String> {
        Factory(self, key: "named") { name }
    }

    func made(_ name: String) -> Factory<String> {
        Factory(self) { name }.onTest { "test" }
    }

    var already: Factory<Int> { self { 1 }.cached }
}

class ContentViewModel {
    @Injected(\.networkService) private var network
    @LazyInjected(\.analyticsService) private var analytics

    func load() -> [String] {
        Container.shared.analyticsService.onTest { AnalyticsService(network: NetworkService()) }
        return network.fetch()
    }
}
