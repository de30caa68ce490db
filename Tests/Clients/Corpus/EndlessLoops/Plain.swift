// Factory, MIT licence; see LICENSE
//
// A plain factory, called in a loop that never ends.
import FactoryKit

public func loopOnPlain(_ container: Container) {
  while true { _ = container.plain() }
}
