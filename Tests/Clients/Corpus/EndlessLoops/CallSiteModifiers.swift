// Factory, MIT licence; see LICENSE
//
// Other modifiers that the call site adds.
import FactoryKit

public func loopOnCallSiteTimeToLive(_ container: Container) {
  while true { consume(container.cached.timeToLive(10)()) }
}

public func loopOnCallSiteContext(_ container: Container) {
  while true { container.reporting.onArg("--other") { OtherReport() }.reset(.scope) }
}

public func loopOnCallSiteDecorator(_ container: Container) {
  while true { consume(container.cached.decorator { consume($0) }()) }
}

public func loopOnCallSiteOnce(_ container: Container) {
  while true { consume(container.cached.onTest { Report() }.once()()) }
}

public func loopOnContainerDecorator(_ container: Container) {
  while true { container.decorator { consume($0) } }
}
