// Factory, MIT licence; see LICENSE
//
// A parameter factory that keeps its first instance.
import FactoryKit

public func loopOnParameterCached(_ container: Container) {
  var id = 0
  while true {
    consume(container.firstProfile(id))
    id &+= 1
  }
}
