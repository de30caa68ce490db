import FactoryKit

final class Store<Item> {
    var items: [Item] = []
}
struct User {}

extension Container {
    var userStore: Factory<Store<User>> { self { Store<User>() }.shared }
}

struct List<Item> {
    // factory:migrate the type is not known here: pass the instance to the initialiser
    @Injected var store: Store<Item>
    @LazyInjected(\.userStore) private var users: Store<User>
}

func store<Item>(of type: Item.Type) -> Store<Item> {
    // factory:migrate the type of this resolution cannot be read: write `Container.shared.…()`
    let store: Store<Item> = Resolver.resolve()
    return store
}

func users() -> Store<User> {
    Container.shared.userStore()
}
