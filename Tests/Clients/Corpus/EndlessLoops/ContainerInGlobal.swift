// Factory, MIT licence; see LICENSE
//
// A container in a global constant.
import FactoryKit

let globalContainer = Container()

public func loopOnContainerInGlobal() {
  while true { consume(globalContainer.cached()) }
}
