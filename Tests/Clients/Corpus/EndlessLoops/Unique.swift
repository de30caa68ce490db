// Factory, MIT licence; see LICENSE
//
// A factory with the scope `.unique`.
import FactoryKit

public func loopOnUnique(_ container: Container) {
  while true { _ = container.unique() }
}
