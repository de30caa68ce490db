// Factory, MIT licence; see LICENSE
//
// `push` and `pop` in each round.
import FactoryKit

public func loopOnPushAndPop(_ container: Container) {
  while true {
    container.manager.push()
    container.cached.register { Report() }
    consume(container.cached())
    container.manager.pop()
  }
}

public func loopOnManager(_ manager: ContainerManager) {
  while true {
    manager.push()
    manager.pop()
  }
}
