// Factory, MIT licence; see LICENSE
//
// A container that the task is given.
import FactoryKit

public func loopOnTaskLocalContainer() {
  Container.$shared.withValue(Container()) {
    while true { consume(Container.shared.cached()) }
  }
}
