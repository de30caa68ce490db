// Factory, MIT licence; see LICENSE
//
// Uses the factories of the other module, and declares one with an equal key.
import Declaring
import FactoryKit

extension Container {
  public var keyedThere: Factory<Part> { Factory(self, key: "a key of both") { Part() }.cached }
}

@inline(never)
public func resolvedThere(_ container: Container) -> [Part] {
  [container.inlinedPart(), container.keyedThere(), container.inlinedSingleton()]
}
