import FactoryKit

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

    // factory:migrate `car` has other arguments: write a factory of its own, `var …: ParameterFactory<…, Car> { self { … } }`
    // factory:migrate write `container.…()`
    container.register(Car.self) { (r, name: String) in Car(engine: r ~> Engine.self, name: name) }

    if isTest {
        // factory:migrate the scope of the declaration applies, which is `.cached`: remove it there, and write the scope after each `register`
        container.engine.register { Engine() }
        // factory:migrate the name cannot be read
        container.register(Car.self, name: url) { _ in Car(engine: Engine()) }
        container.testCar.register { [url, unowned container] in
            Car(engine: container.engine(), name: url)
        }.graph
    }

    // factory:migrate `autoregister` has no counterpart: write `var …: Factory<String> { self { … } }`
    container.autoregister(String.self, argument: Int.self, initializer: String.init)

    container.manager.reset(scope: .cached); container.manager.reset(scope: .shared)
    return container
}

extension Container {
    var engine: Factory<Engine> { self { Engine() }.cached }
    var car: Factory<Car> { self { Car(engine: self.engine()) }.graph }
}

func drive(_ container: Container) {
    let engine = Optional(container.engine())
    if let engine { print(engine) }
    Optional(container.car()).map { print($0) }
    print(Optional(container.engine()) != nil)

    // factory:migrate write `container.…()`
    let car = container ~> (Car.self)
    print(car)

    // factory:migrate write `container.…()`
    let named = container ~> (Car.self, argument: "Ada")
    print(named)

    // factory:migrate write `container.…()`
    let inferred: Car = container~>
    print(inferred)
}

extension Container {
    // factory:migrate Car is registered when `garage` runs: call that first, or write its closure here
    var testCar: Factory<Car> { required() }
}
