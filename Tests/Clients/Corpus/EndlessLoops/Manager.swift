// Factory, MIT licence; see LICENSE
//
// The settings of a container's manager, in each round.
import FactoryKit

// The manager is used here and not copied: Swift 6.3.1 does not finish compiling a loop without an
// exit that copies a constant of an object, whatever its type. A library cannot prevent that.
public func loopOnManagerSettings(_ container: Container) {
  while true {
    container.manager.trace = container.manager.circularDependencyTesting
    container.manager.defaultScope = .cached
    container.manager.promiseTriggersError = false
  }
}

public func loopOnManagerReset(_ container: Container) {
  while true { container.manager.reset(options: .scope) }
}
