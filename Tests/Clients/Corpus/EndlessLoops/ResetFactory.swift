// Factory, MIT licence; see LICENSE
//
// A reset of a factory in each round.
import FactoryKit

public func loopOnResetFactory(_ container: Container) {
  while true { container.cached.reset() }
}

public func loopOnResetScopeOfFactory(_ container: Container) {
  while true { consume(container.singleton.reset(.scope)()) }
}
