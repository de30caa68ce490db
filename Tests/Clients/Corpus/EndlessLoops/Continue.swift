// Factory, MIT licence; see LICENSE
//
// `continue` and labels.
import FactoryKit

public func loopWithContinue(_ container: Container) {
  outer: while true {
    for number in 0..<3 {
      if container.cached().report() == number { continue outer }
      consume(container.profile(number))
    }
    consume(container.singleton())
  }
}
