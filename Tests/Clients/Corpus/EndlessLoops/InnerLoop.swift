// Factory, MIT licence; see LICENSE
//
// A loop with an exit inside one without.
import FactoryKit

public func loopWithInnerLoop(_ container: Container) {
  while true {
    for _ in 0..<10 { consume(container.cached()) }
  }
}

public func loopAfterInnerLoop(_ container: Container) {
  while true {
    for _ in 0..<10 { try? work() }
    consume(container.cached())
  }
}
