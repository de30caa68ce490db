import FactoryKit

struct Network {}
struct API { let network: Network }
final class Screen {
    let api: API
    init(api: API) { self.api = api }
}

/// Everything that needs the network
extension Container {
    var network: Factory<Network> { self { Network() }.cached }

    #if DEBUG
    var api: Factory<API> { self { API(network: self.network()) }.graph }
    #else
    var api: Factory<API> {
        self {
            API(network: self.network())
        }.cached
    }
    #endif
}

extension Container {
    var screen: Factory<Screen> {
        self {
            Screen(api: self.api())
        }.graph
    }
}

final class AppDelegate {

    func start() -> Screen {
        let resolver = Container.shared
        _ = resolver.api()
        return Container.shared.screen()
    }

    func later() {
        print("assembled")
    }
}
