// Factory, MIT licence; see LICENSE
//
// `resolve()` in place of a call.
import FactoryKit

public func loopOnResolveMethod(_ container: Container) {
  while true { consume(container.singleton.resolve()) }
}

public func loopOnResolveMethodWithParameter(_ container: Container) {
  while true { consume(container.profile.resolve(1)) }
}
