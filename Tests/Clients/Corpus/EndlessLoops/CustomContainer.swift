// Factory, MIT licence; see LICENSE
//
// A container of the application's own, shared and as a parameter.
import FactoryKit

public func loopOnCustomContainer() {
  while true { consume(Desk.shared.drawer()) }
}

public func loopOnCustomContainer(_ desk: Desk) {
  while true { consume(desk.drawer()) }
}
