// Factory, MIT licence; see LICENSE
//
// A factory with the scope `.singleton`.
import FactoryKit

public func loopOnSingleton(_ container: Container) {
  while true { _ = container.singleton() }
}
