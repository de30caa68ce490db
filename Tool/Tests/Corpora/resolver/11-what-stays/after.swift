import FactoryKit

struct Item {}
struct Other {}
func makeOther() -> Item { Item() }
enum Environment { static var isTest = false }

extension Container: @retroactive AutoRegistering {
    var item: Factory<Item> { self { Item() }.graph }

    public func autoRegister() {
        print("registering")
        // Only in tests
        if Environment.isTest {
            Container.shared.item.register { makeOther() }
        }
        registerOthers()
        // factory:migrate the closure does not tell its type: write `as` and the type
        register { unknown() }
    }

    var other: Factory<Other> { self { Other() }.graph }

    private func registerOthers() {
        // factory:migrate there is no object that resolves by type: use a property of `Container.shared`, or pass a `Container`
        let container = Resolver()
        print(container)
    }
}

func use(_ value: Any) {}

func unclear() {
    // factory:migrate the type of this resolution cannot be read: write `Container.shared.…()`
    use(Resolver.resolve())

    let item: Item = Container.shared.item()
    let missing: Date = Container.shared.date()
    _ = (item, missing)
}

final class Screen {
    // factory:migrate a wrapper resolves from `Container.shared`: write the key path, `(\.…)`
    @Injected(container: .mock) var item: Item

    // factory:migrate the property has no type: write the key path, `(\.…)`
    @Injected var inferred = Item()
}

struct Date {}

extension Container {
    // factory:migrate no registration of Date could be moved here: write its closure
    var date: Factory<Date> { required() }
}
