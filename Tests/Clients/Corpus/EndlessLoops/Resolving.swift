// Factory, MIT licence; see LICENSE
//
// Registration and resolution by type.
import FactoryKit

public func loopOnResolving(_ container: Container) {
  while true {
    let report: Report? = container.resolve()
    consume(report)
  }
}

public func loopOnResolvingRegister(_ container: Container) {
  while true { container.register { Amount(value: 1) } }
}

public func loopOnResolvingFactory(_ container: Container) {
  while true { consume(container.factory(Report.self)) }
}
