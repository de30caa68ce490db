// Factory, MIT licence; see LICENSE
//
// A factory that creates a function.
import FactoryKit

public func loopOnFunctionProduct(_ container: Container) {
  var number = 0
  while true { number = container.function()(number) }
}
