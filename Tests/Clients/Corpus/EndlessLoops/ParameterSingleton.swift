// Factory, MIT licence; see LICENSE
//
// A parameter factory with the scope `.singleton`.
import FactoryKit

public func loopOnParameterSingleton(_ container: Container) {
  while true { _ = container.onlyProfile(7) }
}
