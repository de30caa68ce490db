import FactoryKit

class Store {
    static let shared = Store.make("a")
    static func make(_ name: String) -> Store { Store() }
    var isOpen: Bool { true }
}

class Cache {}

/* Some of this cannot be rewritten. */
extension Container {
    // factory:migrate the closure does not tell its type: write `var opaque: Factory<…> { self { … } }`
    static let opaque = Factory { unknown(1) }
    var store: Factory<Store> { self { Store.shared } }
    // factory:migrate a static property cannot use factories of an instance: make it a factory with a scope, `var kept: Factory<…> { self { … }.singleton }`
    static let kept = store()
}

enum Services {
    // A factory outside of a container
    // factory:migrate a factory needs a container: move this into `extension Container` as `var cache: Factory<…> { self { … } }`
    static let cache = Factory { Cache() }
}

func useAll(includingSingletons: Bool) {
    // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
    if Container.Registrations.isEmpty {
        // factory:migrate write `Container.shared.manager.reset(options: .scope)`, and `Scope.singleton.reset()` if singletons are included
        Container.Scope.reset(includingSingletons: includingSingletons)
    }
    let service = Services.cache()
    _ = (service, Container.shared.opaque())
}

// A type of the program itself
struct Local {
    static let Container = 1
    let container: Int
    func container(_ store: Store) -> Bool { store.isOpen && container == 1 }
}

func unknown(_ number: Int) -> some AnyObject { Cache() }
