import FactoryKit

final class Store {}

// factory:migrate uses of factories by this name are not rewritten: write `Services.shared.…()`
typealias Services = Container

extension Container {
    // factory:migrate this declaration cannot be read: write a property of the container for `fresh`, `var …: Factory<…> { self { … } }`, and `Container.shared.…` where it is used
    static var fresh: Factory<Store> { Factory { Store() } }
    var alias: Factory<Store> { store }
    // factory:migrate each container has a property `manager`: give the factory another name, and write `var …: Factory<…> { self { … } }`
    static let manager = Factory { Store() }
    var store: Factory<Store> { self { Store() } }
}

func stores() {
    // factory:migrate factories are members of instances: pass `Container.shared`
    let container = Container.self
    _ = container.store()

    _ = Container.shared.store()
    _ = Container.shared.alias()
}
