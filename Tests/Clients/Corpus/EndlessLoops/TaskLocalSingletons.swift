// Factory, MIT licence; see LICENSE
//
// Singletons of a scope that the task is given.
import FactoryKit

public func loopOnTaskLocalSingletons() {
  Scope.$singleton.withValue(Scope.singleton.clone()) {
    while true { consume(Container.shared.singleton()) }
  }
}
