import Swinject
import SwinjectAutoregistration

final class Engine {}

final class Car {
    let engine: Engine
    let name: String
    init(engine: Engine, name: String = "") {
        self.engine = engine
        self.name = name
    }
}

func garage(_ isTest: Bool, url: String) -> Container {
    let container = Container()
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
    container.register(Car.self) { Car(engine: $0.resolve(Engine.self)!) }

    container.register(Car.self) { (r, name: String) in Car(engine: r ~> Engine.self, name: name) }

    if isTest {
        container.register(Engine.self) { _ in Engine() }.inObjectScope(.transient)
        container.register(Car.self, name: url) { _ in Car(engine: Engine()) }
        container.register(Car.self, name: "test") { [url] r in
            Car(engine: r.resolve(Engine.self)!, name: url)
        }
    }

    container.autoregister(String.self, argument: Int.self, initializer: String.init)

    container.resetObjectScope([.container, .weak])
    return container
}

func drive(_ container: Container) {
    let engine = container.resolve(Engine.self)
    if let engine { print(engine) }
    container.resolve(Car.self).map { print($0) }
    print(container.resolve(Engine.self) != nil)

    let car = container ~> (Car.self)
    print(car)

    let named = container ~> (Car.self, argument: "Ada")
    print(named)

    let inferred: Car = container~>
    print(inferred)
}
