// Factory, MIT licence; see LICENSE
//
// An optional container.
import FactoryKit

public func loopOnOptionalContainer(_ container: Container?) {
  while true {
    guard let container else { continue }
    consume(container.cached())
  }
}
