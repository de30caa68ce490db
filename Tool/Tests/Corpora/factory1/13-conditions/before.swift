import Factory

protocol Network {}
struct LiveNetwork: Network {}

extension Container {
    static let network = Factory<Network> { LiveNetwork() }
    #if DEBUG
    static let debugged = Factory<Network> { LiveNetwork() }
    #else
    static let debugged = Factory<Network> { network() }
    #endif
}
