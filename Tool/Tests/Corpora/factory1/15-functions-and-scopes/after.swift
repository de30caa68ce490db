import FactoryKit

final class User {
    let id: Int
    init(id: Int) { self.id = id }
}

extension Container {
    var current: Factory<User> { self { User(id: 0) }.cached }

    // factory:migrate this made a factory for each call: write a factory with a parameter, `var user: ParameterFactory<…, User> { self { … } }`
    static func user(_ id: Int) -> Factory<User> {
        Factory { User(id: id) }
    }

    static func watch() {
        Container.shared.decorator { print($0) }
        // factory:migrate a scope does not tell whether it is empty: reset `Container.shared` without asking, `Container.shared.manager.reset(scope: .cached)`
        if Scope.cached.isEmpty {
            Container.shared.manager.reset(options: .registration)
        }
    }
}

// factory:migrate a generic class has no static property: make it `final`, and give it a `manager` and a `shared` that gets its container from elsewhere
class Orders<Item>: SharedContainer {}

func isFresh() -> Bool {
    // factory:migrate a scope does not tell whether it is empty: reset `Container.shared` without asking, `Container.shared.manager.reset(scope: .cached)`
    Scope.cached.isEmpty
}

func print() -> Int { Container.user(3)().id }
