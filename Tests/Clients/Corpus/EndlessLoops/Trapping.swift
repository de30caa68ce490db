// Factory, MIT licence; see LICENSE
//
// A loop that ends by trapping only.
import FactoryKit

public func loopUntilTrapped(_ container: Container, _ numbers: [Int]) {
  var sum = 0
  while true {
    sum += numbers[container.cached().report()]
    consume(container.profile(sum))
  }
}

public func loopUntilStopped(_ container: Container) {
  while true {
    guard container.cached().report() > 0 else { fatalError("stopped") }
  }
}
