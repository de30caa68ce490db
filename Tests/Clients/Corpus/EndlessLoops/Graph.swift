// Factory, MIT licence; see LICENSE
//
// A factory with the scope `.graph`.
import FactoryKit

public func loopOnGraph(_ container: Container) {
  while true { _ = container.graph() }
}
