// Factory, MIT licence; see LICENSE
//
// A factory with the scope `.cached`.
import FactoryKit

public func loopOnCached(_ container: Container) {
  while true { _ = container.cached() }
}
