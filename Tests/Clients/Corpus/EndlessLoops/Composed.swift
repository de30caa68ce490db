// Factory, MIT licence; see LICENSE
//
// Factories that use others of their container.
import FactoryKit

public func loopOnComposed(_ container: Container) {
  while true { consume(container.editor()) }
}

public func loopOnKeptComposed(_ container: Container) {
  while true { consume(container.keptEditor()) }
}
