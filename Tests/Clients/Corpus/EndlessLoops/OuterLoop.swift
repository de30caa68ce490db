// Factory, MIT licence; see LICENSE
//
// A loop without an exit inside one that would have one.
import FactoryKit

public func loopInOuterLoop(_ container: Container) {
  for _ in 0..<10 {
    while true { consume(container.cached()) }
  }
}

public func loopInOuterLoopAfterAnother(_ container: Container) {
  for number in 0..<10 {
    consume(container.profile(number))
    if number == 5 {
      while true { consume(container.singleton()) }
    }
  }
}
