// Factory, MIT licence; see LICENSE
//
// A container that may not be there.
import FactoryKit

public func loopOnOptionalContainer(_ container: Container?) {
  while true {
    guard let container else { continue }
    consume(container.cached())
  }
}
