import Resolver

struct Item {}
struct Other {}
func makeOther() -> Item { Item() }
enum Environment { static var isTest = false }

extension Resolver: ResolverRegistering {
    static func registerAllServices() {
        print("registering")
        register { Item() }
        // Only in tests
        if Environment.isTest {
            register { makeOther() }
        }
        registerOthers()
        register { unknown() }
    }

    private static func registerOthers() {
        let container = Resolver()
        register { Other() }
        print(container)
    }
}

func use(_ value: Any) {}

func unclear() {
    use(Resolver.resolve())

    let item: Item = Resolver.resolve()
    let missing: Date = Resolver.resolve()
    _ = (item, missing)
}

final class Screen {
    @Injected(container: .mock) var item: Item

    @Injected var inferred = Item()
}

struct Date {}
