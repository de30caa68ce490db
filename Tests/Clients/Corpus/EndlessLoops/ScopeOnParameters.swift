// Factory, MIT licence; see LICENSE
//
// A parameter factory that keeps an instance for each parameter.
import FactoryKit

public func loopOnScopeOnParameters(_ container: Container) {
  var id = 0
  while true {
    consume(container.profileByID(id))
    id &+= 1
  }
}
