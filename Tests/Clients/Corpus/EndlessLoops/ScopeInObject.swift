// Factory, MIT licence; see LICENSE
//
// A scope in a constant of an object.
import FactoryKit

public final class ScopeOwner {
  let scope = Scope.Cached()
  public init() {}

  public func loopOnScopeOfObject(_ container: Container) {
    while true { consume(container.plain.scope(scope)()) }
  }
}
