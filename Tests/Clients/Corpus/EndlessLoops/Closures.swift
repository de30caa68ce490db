// Factory, MIT licence; see LICENSE
//
// Loops in closures, and closures in loops.
import FactoryKit

@inline(never)
func run(_ body: () -> Void) { body() }

@inline(never)
func keep(_ body: @escaping () -> Void) { consume(body) }

public func loopInClosure(_ container: Container) {
  run {
    while true { consume(container.cached()) }
  }
}

public func loopInEscapingClosure(_ container: Container) {
  keep { [weak container] in
    while true { consume(container?.cached()) }
  }
}

public func closureInLoop(_ container: Container) {
  while true {
    run { consume(container.cached()) }
    keep { consume(container.singleton()) }
  }
}
