// Factory, MIT licence; see LICENSE
//
// A factory with contexts in its definition.
import FactoryKit

public func loopOnContexts(_ container: Container) {
  while true { consume(container.contextual()) }
}
