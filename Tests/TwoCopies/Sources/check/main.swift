// Factory, MIT licence; see LICENSE
//
// Resolves a factory in the program and one in a library, and prints how many copies of FactoryKit there are. In a debug
// build, the second copy reports itself.
import FactoryKit
import Plugin

extension Container {
  fileprivate var number: Factory<Int> { self { 2 } }
}

guard Container.shared.number() == 2, PluginCode.resolve() == 1 else {
  fatalError("a factory resolves what another one makes")
}
let isOne = ObjectIdentifier(Container.self) == ObjectIdentifier(PluginCode.containerType)
print(isOne ? "one copy" : "two copies")
