import Resolver

final class Store<Item> {
    var items: [Item] = []
}
struct User {}

extension Resolver {
    static func registerStores() {
        register { Store<User>() }.scope(.shared)
    }
}

struct List<Item> {
    @Injected var store: Store<Item>
    @LazyInjected private var users: Store<User>
}

func store<Item>(of type: Item.Type) -> Store<Item> {
    let store: Store<Item> = Resolver.resolve()
    return store
}

func users() -> Store<User> {
    Resolver
        // the app's
        .resolve()
}
