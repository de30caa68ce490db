// Factory, MIT licence; see LICENSE
//
// A container of the function's own.
import FactoryKit

public func loopOnLocalContainer() {
  let container = Container()
  while true { consume(container.cached()) }
}
