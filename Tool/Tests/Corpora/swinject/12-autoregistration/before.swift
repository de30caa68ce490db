import Swinject
import SwinjectAutoregistration

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

class DoorAssembly: Assembly {
    func assemble(container: Container) {
        container.register(String.self) { _ in "Hello" }
        container.autoregister(Greeting.self, initializer: Hello.init)
        container.autoregister(Door.self, initializer: Door.init(greeting:size:)).inObjectScope(.container)
        container.autoregister(Size.self, initializer: Size.init)
    }
}

func open(_ container: Container) -> Door {
    container ~> Door.self
}
