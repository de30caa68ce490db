// Factory, MIT licence; see LICENSE
//
// A singleton and a parameter factory of a container of the application's own.
import FactoryKit

public func loopOnCustomSingleton(_ desk: Desk) {
  while true { _ = desk.lamp() }
}

public func loopOnCustomParameter(_ desk: Desk) {
  while true { _ = desk.folder(1) }
}
