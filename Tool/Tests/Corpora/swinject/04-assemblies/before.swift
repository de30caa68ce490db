import Swinject

struct Network {}
struct API { let network: Network }
final class Screen {
    let api: API
    init(api: API) { self.api = api }
}

/// Everything that needs the network
public final class NetworkAssembly: Assembly {
    public init() {}

    public func assemble(container: Container) {
        container.register(Network.self) { _ in Network() }.inObjectScope(.container)

        #if DEBUG
        container.register(API.self) { r in API(network: r.resolve(Network.self)!) }
        #else
        container.register(API.self) { r in
            API(network: r.resolve(Network.self)!)
        }.inObjectScope(.container)
        #endif
    }
}

struct ScreenAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Screen.self) { r in
            Screen(api: r.resolve(API.self)!)
        }
    }
}

class EmptyAssembly: Assembly {
    func assemble(container: Container) {}
}

final class AppDelegate {
    let assembler = Assembler([
        NetworkAssembly(),
        ScreenAssembly(),
    ])

    func start() -> Screen {
        let resolver = assembler.resolver
        _ = resolver.resolve(API.self)!
        return assembler.resolver.resolve(Screen.self)!
    }

    func later() {
        assembler.apply(assembly: EmptyAssembly())
        print("assembled")
    }
}
