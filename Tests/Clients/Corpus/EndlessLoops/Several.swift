// Factory, MIT licence; see LICENSE
//
// Several resolutions in one round.
import FactoryKit

public func loopOnSeveral(_ container: Container) {
  while true {
    consume(container.plain())
    consume(container.cached())
    consume(container.held())
    consume(container.singleton())
    consume(container.profile(1))
    consume(Desk.shared.drawer())
  }
}
