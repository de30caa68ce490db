// Factory, MIT licence; see LICENSE
//
// A reset of the container in each round.
import FactoryKit

public func loopOnResetContainer(_ container: Container) {
  while true {
    container.reset()
    consume(container.cached())
  }
}

public func loopOnResetScope(_ container: Container) {
  while true {
    container.manager.reset(scope: .visit)
    consume(container.visit())
  }
}

public func loopOnResetSingletons() {
  while true {
    Scope.singleton.reset()
    consume(Container.shared.singleton())
  }
}
