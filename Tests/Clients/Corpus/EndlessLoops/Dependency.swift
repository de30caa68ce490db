// Factory, MIT licence; see LICENSE
//
// `dependency` with a literal key path.
import FactoryKit

public func loopOnDependency() {
  while true { consume(dependency(\.plain)) }
}

public func loopOnScopedDependency() {
  while true { consume(dependency(\.cached)) }
}
