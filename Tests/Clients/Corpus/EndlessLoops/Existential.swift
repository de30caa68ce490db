// Factory, MIT licence; see LICENSE
//
// A factory of a protocol.
import FactoryKit

public func loopOnExistential(_ container: Container) {
  while true { consume(container.reporting().report()) }
}
