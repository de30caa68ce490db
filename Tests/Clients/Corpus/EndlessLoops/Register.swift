// Factory, MIT licence; see LICENSE
//
// A registration in each round.
import FactoryKit

public func loopOnRegister(_ container: Container) {
  while true {
    container.cached.register { Report() }
    consume(container.cached())
  }
}

public func loopOnRegisterOnly(_ container: Container) {
  while true { container.reporting.register { OtherReport() } }
}

public func loopOnParameterRegister(_ container: Container) {
  while true { container.profile.register { Profile(id: $0 + 1) } }
}
