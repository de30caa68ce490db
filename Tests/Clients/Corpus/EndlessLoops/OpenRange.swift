// Factory, MIT licence; see LICENSE
//
// A loop over a range that has no end.
import FactoryKit

public func loopOverOpenRange(_ container: Container) {
  for number in 0... { consume(container.cached().report() + number) }
}

public func loopOverSequence(_ container: Container) {
  for number in sequence(first: 0, next: { $0 &+ 1 }) { consume(container.profile(number)) }
}
