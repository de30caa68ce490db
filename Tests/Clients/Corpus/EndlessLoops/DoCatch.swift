// Factory, MIT licence; see LICENSE
//
// A loop that catches what is thrown in it.
import FactoryKit

public func loopWithDoCatch(_ container: Container) {
  while true {
    do {
      try work()
      consume(container.cached())
    } catch {
      consume(container.plain())
    }
  }
}

public func loopWithOptionalTry(_ container: Container) {
  while true {
    try? work()
    consume(container.cached())
  }
}
