import FactoryKit

struct Network {}
struct Parser { let network: Network }
struct Mock {}
struct Live {}

// Called by Resolver before the first resolution

// MARK: - Network

extension Container {
    // Everything that needs the network.

    var network: Factory<Network> { self { Network() }.graph }

    var parser: Factory<Parser> { self { Parser(network: self.network()) }.graph }

    #if DEBUG
    var anyInstance: Factory<Any> { self { Mock() }.graph }
    #else
    var anyInstance: Factory<Any> { self { Live() }.graph }
    #endif
}

final class AppDelegate {
    func applicationDidFinishLaunching() {
        print("launched")
    }
}
