// Factory, MIT licence; see LICENSE
//
// A factory value with a name of its own, in the loop.
import FactoryKit

public func loopOnFactoryInside(_ container: Container) {
  while true {
    let factory = container.cached
    try? work()
    consume(factory.resolve())
  }
}
