// Factory, MIT licence; see LICENSE
//
// A parameter factory without a scope.
import FactoryKit

public func loopOnParameter(_ container: Container) {
  var id = 0
  while true {
    consume(container.profile(id))
    id &+= 1
  }
}
