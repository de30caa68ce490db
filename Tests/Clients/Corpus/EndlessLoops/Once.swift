// Factory, MIT licence; see LICENSE
//
// A factory whose definition ends with `.once()`.
import FactoryKit

public func loopOnOnce(_ container: Container) {
  while true { consume(container.settled()) }
}
