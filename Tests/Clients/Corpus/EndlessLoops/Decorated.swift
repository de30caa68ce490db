// Factory, MIT licence; see LICENSE
//
// A factory with a decorator in its definition.
import FactoryKit

public func loopOnDecorated(_ container: Container) {
  while true { consume(container.decorated()) }
}
