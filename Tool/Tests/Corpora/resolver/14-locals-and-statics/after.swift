import FactoryKit

final class Server {
    init(url: String) {}
    func start() {}
}
final class Door {}
final class House { init(door: Door) {} }
final class Garden { init(door: Door) {} }

extension Container: @retroactive AutoRegistering {
    var door: Factory<Door> { self { Door() }.graph }
    var house: Factory<House> { self { House(door: self.door()) }.graph }

    public func autoRegister() {
        let url = "https://example.com"
        Container.shared.server.register { Server(url: url) }.singleton
        if Self.isMock { print("mock") }
        Self.setUp()
        registerGarden()
    }

    var garden: Factory<Garden> { self { Garden(door: self.door()) }.graph }
    func registerGarden() { /* and */ print("garden") }

    static var isMock: Bool { false }
    static func setUp() { print("set up") }
}

func start() {
    let server = Optional(Container.shared.server())
    server?.start()
    Optional(Container.shared.server()).map { $0.start() }
}

// factory:migrate the type of this resolution cannot be read: write `Container.shared.…()`
func make<T>() -> T { Resolver.resolve() }

func registerGarden() { print("not the one of Resolver") }

func plant() { registerGarden() }

extension Container {
    // factory:migrate Server is registered when `registerAllServices` runs: call that first, or write its closure here
    var server: Factory<Server> { required() }
}
