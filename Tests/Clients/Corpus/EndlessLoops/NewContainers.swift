// Factory, MIT licence; see LICENSE
//
// A new container in each round.
import FactoryKit

public func loopOnNewContainers() {
  while true { consume(Container().cached()) }
}
