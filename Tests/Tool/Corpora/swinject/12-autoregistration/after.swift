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

extension Container {
    var string: Factory<String> { self { "Hello" }.graph }
    var greeting: Factory<Greeting> { self { Hello(text: self.string()) }.graph }
    var door: Factory<Door> { self { Door(greeting: self.greeting(), size: self.size()) }.cached }
    // factory:migrate the parameters of this initialiser are not known: write `var …: Factory<Size> { self { … } }`
    container.autoregister(Size.self, initializer: Size.init)
}

func open(_ container: Container) -> Door {
    container.door()
}

extension Container {
    // factory:migrate no registration of Size could be moved here: write its closure
    var size: Factory<Size> { required() }
}
