import Swinject

protocol Animal {
    var name: String { get }
}

class Cat: Animal {
    let name: String
    init(name: String) { self.name = name }
}

class PetOwner {
    let pet: Animal
    init(pet: Animal) { self.pet = pet }
}

class Zoo {
    let owners: [PetOwner]
    init(_ owners: [PetOwner]) { self.owners = owners }
}

func run() {
    let container = Container()
    // A cat for everyone
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(PetOwner.self) { r in
        // with the cat
        PetOwner(pet: r.resolve(Animal.self)!)
    }
    container.register(Zoo.self) { resolver in Zoo([resolver.resolve(PetOwner.self)!]) }

    let owner = container.resolve(PetOwner.self)!
    print(owner.pet.name, container.resolve(Zoo.self)!.owners.count)
}

let shared: Container = {
    let container = Container()
    container.register(Int.self) { _ in 7 } // a number
    return container
}()

let number = shared.resolve(Int.self)!
