import Resolver

struct Network {}
struct Parser { let network: Network }
struct Mock {}
struct Live {}

// Called by Resolver before the first resolution
extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        registerNetwork()
        registerParsers()
    }
}

// MARK: - Network

extension Resolver {
    /// Everything that needs the network.
    public static func registerNetwork() {
        register { Network() }
    }

    static func registerParsers() { register { Parser(network: resolve()) } }

    static func registerAlternatives() {
        #if DEBUG
        register { Mock() as Any }
        #else
        register { Live() as Any }
        #endif
    }
}

final class AppDelegate {
    func applicationDidFinishLaunching() {
        Resolver.registerAlternatives()
        print("launched")
    }
}
