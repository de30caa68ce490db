// Factory, MIT licence; see LICENSE
//
// Adds members to a group of another module, without knowing the other modules that add.
import Declaring
import FactoryKit

extension Container {
  fileprivate var partOfAdding: Factory<Part> { self { Part() }.cached }
}

@inline(never)
public func addElsewhere(_ container: Container) {
  for group in [container.parts, container.inlinedParts] {
    group.add(\.common).add(\.inlinedPart).add(\.partOfAdding, order: -1).add { Part() }
  }
}

@inline(never)
public func groupsElsewhere(_ container: Container) -> [[Part]] {
  [container.parts(), container.inlinedParts()]
}
