import Factory

final class User {
    let id: Int
    init(id: Int) { self.id = id }
}

extension Container {
    static let current = Factory(scope: .cached) { User(id: 0) }

    static func user(_ id: Int) -> Factory<User> {
        Factory { User(id: id) }
    }

    static func watch() {
        Decorator.decorate = { print($0) }
        if Scope.cached.isEmpty {
            Registrations.reset()
        }
    }
}

class Orders<Item>: SharedContainer {}

func isFresh() -> Bool {
    Container.Scope.cached.isEmpty
}

func print() -> Int { Container.user(3)().id }
