import FactoryKit

protocol Greeting { var text: String { get } }
struct Hello: Greeting { let text: String }
struct Door {
    let greeting: Greeting
    let size: Size
}
struct Size {
    let width: Int
    init(width: Int) { self.width = width }
    init() { width = 0 }
}

class DoorAssembly {
    // factory:migrate this assembly does more than declare factories: call it where the container is made, or move what it does into `autoRegister()`
    func assemble(container: Container) {
        // factory:migrate `autoregister` has no counterpart: write `var …: Factory<Greeting> { self { … } }`
        container.autoregister(Greeting.self, initializer: Hello.init)
        // factory:migrate `autoregister` has no counterpart: write `var …: Factory<Door> { self { … } }`
        container.autoregister(Door.self, initializer: Door.init(greeting:size:)).inObjectScope(.container)
        // factory:migrate `autoregister` has no counterpart: write `var …: Factory<Size> { self { … } }`
        container.autoregister(Size.self, initializer: Size.init)
    }
}

extension Container {
    var string: Factory<String> { self { "Hello" }.graph }
}

func open(_ container: Container) -> Door {
    // factory:migrate write `container.…()`
    container ~> Door.self
}
