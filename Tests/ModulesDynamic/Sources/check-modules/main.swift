// Factory, MIT licence; see LICENSE
//
// Keys of the program and of the dynamic library that are equal are one factory.
import Adding
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

extension Container {
  var unscopedInProgram: Factory<Part> {
    Factory(self, key: "an unscoped key of both") { Part() }
  }
}

let container = Container()
let here = resolvedHere(container)
let there = resolvedThere(container)
expect(container.inlinedPart() === here[0], "an accessor inlined into the program")
expect(there[0] === here[0], "the same accessor inlined into another module of the library")
expect(container.keyedInProgram() === here[1], "an explicit key of the program")
expect(there[1] === here[1], "explicit keys of two modules of the library")
expect(container.inlinedSingleton() === here[2], "a singleton, inlined into the program")

addHere(container)
addThere(container)
addElsewhere(container)
container.parts.add(\.common).add(\.inlinedPart)
container.inlinedParts.add(\.common).add(\.inlinedPart)
for parts in groupsElsewhere(container) + [container.parts(), container.inlinedParts()] {
  expect(parts.count == 5, "members of three modules and the program, each once")
  expect(parts[1] === container.common(), "a member that all of them add")
  expect(parts[2] === container.inlinedPart(), "a member whose accessor is inlined")
}

let registered = Part()
container.inlinedPart.register { registered }
expect(resolvedHere(container)[0] === registered, "a registration made in the program")
let child = Container(parent: container)
_ = unscopedResolvedHere(container)
child.unscopedInProgram.register { registered }
expect(unscopedResolvedHere(child) === registered, "a registration in a child")
let sibling = Container(parent: container)
sibling.inlinedPart.register { Part() }
expect(unscopedResolvedHere(sibling) !== registered, "a child without the registration")
expect(sibling.unscopedInProgram() !== registered, "the same by the program's key")
Container.shared.manager.trace = true
expect(container.manager.trace, "one trace switch in the process")
