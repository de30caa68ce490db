import FactoryKit

final class User {
    let id: Int
    init(id: Int) { self.id = id }
}

extension Container {
    var current: Factory<User> { self { User(id: 0) }.cached }

    // factory:migrate this declaration cannot be read: write a property of the container for `user`, `var …: ParameterFactory<…, …> { self { … } }`, and `Container.shared.…` where it is used
    static func user(_ id: Int) -> Factory<User> {
        Factory { User(id: id) }
    }

    static func watch() {
        // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
        Decorator.decorate = { print($0) }
        // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
        if Scope.cached.isEmpty {
            Container.shared.manager.reset(options: .registration)
        }
    }
}

// factory:migrate a generic class has no static property: make it `final`, and give it a `manager` and a `shared` that gets its container from elsewhere
class Orders<Item>: SharedContainer {}

func isFresh() -> Bool {
    // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
    Scope.cached.isEmpty
}

func print() -> Int { Container.user(3)().id }
