// Factory, MIT licence; see LICENSE
//
// `dependency` with a parameter.
import FactoryKit

public func loopOnDependencyWithParameter() {
  while true { consume(dependency(\.profile, parameter: 1)) }
}

public func loopOnScopedDependencyWithParameter() {
  while true { consume(dependency(\.profileByID, parameter: 1)) }
}
