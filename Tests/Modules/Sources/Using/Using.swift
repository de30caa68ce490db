// Factory, MIT licence; see LICENSE
//
// Uses the factories of the other module, and declares one with an equal key.
import Declaring
import FactoryKit

extension Container {
  public var keyedThere: Factory<Part> { Factory(self, key: "a key of both") { Part() }.cached }
}

extension Container {
  public var unscopedThere: Factory<Part> {
    Factory(self, key: "an unscoped key of both") { Part() }
  }
}

extension Container {
  public var partOfUsing: Factory<Part> { self { Part() }.cached }
}

/// Adds members of this module, and those that the other modules add.
@inline(never)
public func addThere(_ container: Container) {
  for group in [container.parts, container.inlinedParts] {
    group.add(\.common).add(\.inlinedPart).add(\.partOfUsing)
  }
}

@inline(never)
public func resolvedThere(_ container: Container) -> [Part] {
  [container.inlinedPart(), container.keyedThere(), container.inlinedSingleton()]
}
