// Factory, MIT licence; see LICENSE
//
// A loop that ends by throwing only.
import FactoryKit

public func loopUntilThrown(_ container: Container) throws {
  while true {
    consume(container.cached())
    try work()
  }
}
