import Factory

final class Store {}

typealias Services = Container

extension Container {
    static var fresh: Factory<Store> { Factory { Store() } }
    static var alias: Factory<Store> { store }
    static let manager = Factory { Store() }
    static let store: Factory<Store> = Factory { Store() }
}

func stores() {
    let container = Container.self
    _ = container.store()

    _ = Container.store()
    _ = Container.alias()
}
