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
        // factory:migrate the parameters of this initialiser are not known: write `var …: Factory<Size> { self { … } }`
        container.autoregister(Size.self, initializer: Size.init)
    }
}

extension Container {
    var string: Factory<String> { self { "Hello" }.graph }
    var greeting: Factory<Greeting> { self { Hello(text: self.string()) }.graph }
    var door: Factory<Door> { self { Door(greeting: self.greeting(), size: self.size()) }.cached }
}

func open(_ container: Container) -> Door {
    container.door()
}

extension Container {
    // factory:migrate no registration of Size could be moved here: write its closure
    var size: Factory<Size> { required() }
}
