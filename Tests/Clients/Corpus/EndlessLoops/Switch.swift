// Factory, MIT licence; see LICENSE
//
// A `switch` in the loop, each case of which resolves something else.
import FactoryKit

public func loopWithSwitch(_ container: Container) {
  var state = 0
  while true {
    switch state {
    case 0: consume(container.plain())
    case 1: consume(container.cached())
    case 2: consume(container.singleton())
    case 3: consume(container.profileByID(state))
    default: state = -1
    }
    state += 1
  }
}
