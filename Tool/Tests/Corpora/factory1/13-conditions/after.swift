import FactoryKit

protocol Network {}
struct LiveNetwork: Network {}

extension Container {
    var network: Factory<Network> { self { LiveNetwork() } }
    #if DEBUG
    var debugged: Factory<Network> { self { LiveNetwork() } }
    #else
    var debugged: Factory<Network> { self { self.network() } }
    #endif
}
