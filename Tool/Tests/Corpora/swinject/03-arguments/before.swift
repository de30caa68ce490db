import Swinject

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
    container.register(Engine.self) { _ in Engine() }
    container.register(Car.self) { (r, wheels: Int, name: String) in
        Car(wheels: wheels, name: name, engine: r.resolve(Engine.self)!)
    }
    container.register(Bicycle.self) { _, gears in Bicycle(gears: gears) }
    container.register(Vehicle.self, name: "fast") { (r: Resolver, gears: Int) -> Vehicle in
        r.resolve(Bicycle.self, argument: gears * 2)!
    }
}

func drive(_ count: Int) {
    let car = container.resolve(Car.self, arguments: count, "Beetle")!
    let bicycle = container.resolve(Bicycle.self, argument: 7)!
    let fast = container.resolve(Vehicle.self, name: "fast", argument: bicycle.gears)!
    print(car, fast)
}
