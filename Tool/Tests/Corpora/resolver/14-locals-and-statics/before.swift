import Resolver

final class Server {
    init(url: String) {}
    func start() {}
}
final class Door {}
final class House { init(door: Door) {} }
final class Garden { init(door: Door) {} }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        let url = "https://example.com"
        register { Server(url: url) }.scope(.application)
        register { Door() }
        register { House(door: $0.resolve()) }
        if isMock { print("mock") }
        setUp()
        registerGarden()
    }

    static func registerGarden() { register { Garden(door: resolve()) } ; /* and */ print("garden") }

    static var isMock: Bool { false }
    static func setUp() { print("set up") }
}

func start() {
    let server = Resolver.optional(Server.self)
    server?.start()
    Resolver.optional(Server.self).map { $0.start() }
}

func make<T>() -> T { Resolver.resolve() }

func registerGarden() { print("not the one of Resolver") }

func plant() { registerGarden() }
