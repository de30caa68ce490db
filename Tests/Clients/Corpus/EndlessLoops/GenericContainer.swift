// Factory, MIT licence; see LICENSE
//
// A factory of every container, of one that the loop knows by its protocol only.
import FactoryKit

public func loopOnGenericContainer<C: SharedContainer>(_ container: C) {
  while true { consume(container.common()) }
}

public func loopOnExistentialContainer(_ container: any SharedContainer) {
  while true { consume(container.common()) }
}
