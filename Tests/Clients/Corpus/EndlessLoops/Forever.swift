// Factory, MIT licence; see LICENSE
//
// An iterator of the program's own that has no end.
import FactoryKit

public struct Forever: Sequence, IteratorProtocol {
  public mutating func next() -> Int? { 1 }
}

public func loopOverForever(_ container: Container) {
  for number in Forever() { consume(container.cached().report() + number) }
}
