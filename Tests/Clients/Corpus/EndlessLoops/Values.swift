// Factory, MIT licence; see LICENSE
//
// Factories that make values, kept and not.
import FactoryKit

public func loopOnValue(_ container: Container) {
  while true { consume(container.amount()) }
}

public func loopOnKeptValue(_ container: Container) {
  while true { consume(container.keptAmount().value) }
}
