import FactoryKit

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

    let owner = container.petOwner()
    print(owner.pet.name, container.zoo().owners.count)
}

extension Container {
    // A cat for everyone
    var animal: Factory<Animal> { self { Cat(name: "Mimi") }.graph }
    var petOwner: Factory<PetOwner> {
        self {
            // with the cat
            PetOwner(pet: self.animal())
        }.graph
    }
    var zoo: Factory<Zoo> { self { Zoo([self.petOwner()]) }.graph }
}

let shared: Container = {
    let container = Container()
    return container
}()

extension Container {
    var int: Factory<Int> { self { 7 }.graph } // a number
}

let number = shared.int()
