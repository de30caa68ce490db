// Factory, MIT licence; see LICENSE
//
// A factory with a scope of the application's own.
import FactoryKit

public func loopOnCustomScope(_ container: Container) {
  while true { _ = container.visit() }
}
