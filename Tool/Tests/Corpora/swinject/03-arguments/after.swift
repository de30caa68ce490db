import FactoryKit

protocol Vehicle {}
struct Car: Vehicle {
    let wheels: Int
    let name: String
    let engine: Engine
}
struct Engine {}
struct Bicycle: Vehicle {
    let gears: Int
}

let container = Container()

func registerVehicles() {
}

extension Container {
    var engine: Factory<Engine> { self { Engine() }.graph }
    var car: ParameterFactory<(Int, String), Car> {
        self { (wheels, name) in
            Car(wheels: wheels, name: name, engine: self.engine())
        }.graph
    }
    var bicycle: ParameterFactory<Int, Bicycle> { self { gears in Bicycle(gears: gears) }.graph }
    var fastVehicle: ParameterFactory<Int, Vehicle> {
        self { gears in
            self.bicycle(gears * 2)
        }.graph
    }
}

func drive(_ count: Int) {
    let car = container.car((count, "Beetle"))
    let bicycle = container.bicycle(7)
    let fast = container.fastVehicle(bicycle.gears)
    print(car, fast)
}
