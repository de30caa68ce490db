// Factory, MIT licence; see LICENSE
//
// Scopes that the call site adds.
import FactoryKit

public func loopOnCallSiteCached(_ container: Container) {
  while true { consume(container.plain.cached()) }
}

public func loopOnCallSiteSingleton(_ container: Container) {
  while true { consume(container.plain.singleton()) }
}

public func loopOnCallSiteScope(_ container: Container, _ scope: Scope) {
  while true { consume(container.plain.scope(scope)()) }
}

public func loopOnCallSiteParameterScope(_ container: Container) {
  while true { consume(container.profile.scopeOnParameters.shared(1)) }
}
