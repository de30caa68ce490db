// Factory, MIT licence; see LICENSE
//
// A factory value that is created before the loop and resolved in it.
import FactoryKit

public func loopOnFactoryOutside(_ container: Container) {
  let factory = container.cached
  while true { _ = factory() }
}
