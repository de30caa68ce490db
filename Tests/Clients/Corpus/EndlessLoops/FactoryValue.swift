// Factory, MIT licence; see LICENSE
//
// A factory value that is read and not resolved.
import FactoryKit

public func loopOnFactoryValue(_ container: Container) {
  while true { _ = container.plain }
}

public func loopOnScopedFactoryValue(_ container: Container) {
  while true { consume(container.cached) }
}
