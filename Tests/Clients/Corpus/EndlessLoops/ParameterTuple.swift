// Factory, MIT licence; see LICENSE
//
// A parameter factory with several parameters, in a tuple.
import FactoryKit

public func loopOnParameterTuple(_ container: Container) {
  while true { consume(container.pair((1, "two"))) }
}
