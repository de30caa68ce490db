import Factory

class Store {
    static let shared = Store.make("a")
    static func make(_ name: String) -> Store { Store() }
    var isOpen: Bool { true }
}

class Cache {}

/* Some of this cannot be rewritten. */
extension Container {
    static let opaque = Factory { unknown(1) }
    static let store = Factory<Store> { Store.shared }
    static let kept = store()
}

enum Services {
    // A factory outside of a container
    static let cache = Factory { Cache() }
}

func useAll(includingSingletons: Bool) {
    if Container.Registrations.isEmpty {
        Container.Scope.reset(includingSingletons: includingSingletons)
    }
    let service = Services.cache()
    _ = (service, Container.opaque())
}

// A type of the program itself
struct Local {
    static let Container = 1
    let container: Int
    func container(_ store: Store) -> Bool { store.isOpen && container == 1 }
}

func unknown(_ number: Int) -> some AnyObject { Cache() }
