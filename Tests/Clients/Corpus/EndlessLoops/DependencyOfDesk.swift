// Factory, MIT licence; see LICENSE
//
// `dependency` of a container of the application's own.
import FactoryKit

public func loopOnDependencyOfDesk() {
  while true { consume(dependency(\Desk.drawer)) }
}

public func loopOnDependencyOfDeskWithParameter() {
  while true { consume(dependency(\Desk.folder, parameter: 1)) }
}
