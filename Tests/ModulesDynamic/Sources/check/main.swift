// Factory, MIT licence; see LICENSE
//
// Keys of the program and of the dynamic library that are equal are one factory.
import Declaring
import FactoryKit
import Using

extension Container {
  var keyedInProgram: Factory<Part> { Factory(self, key: "a key of both") { Part() }.cached }
}

func expect(_ condition: Bool, _ what: String) {
  guard condition else { fatalError("not so: \(what)") }
  print("checked: \(what)")
}

let container = Container()
let here = resolvedHere(container)
let there = resolvedThere(container)
expect(container.inlinedPart() === here[0], "an accessor inlined into the program")
expect(there[0] === here[0], "the same accessor inlined into another module of the library")
expect(container.keyedInProgram() === here[1], "an explicit key of the program")
expect(there[1] === here[1], "explicit keys of two modules of the library")
expect(container.inlinedSingleton() === here[2], "a singleton, inlined into the program")

let registered = Part()
container.inlinedPart.register { registered }
expect(resolvedHere(container)[0] === registered, "a registration made in the program")
Container.shared.manager.trace = true
expect(container.manager.trace, "one trace switch in the process")
