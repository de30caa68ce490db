// Factory, MIT licence; see LICENSE
//
// `Container.shared`, read in the loop.
import FactoryKit

public func loopOnSharedContainer() {
  while true { _ = Container.shared.cached() }
}
