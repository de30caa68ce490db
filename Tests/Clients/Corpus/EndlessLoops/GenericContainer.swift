// Factory, MIT licence; see LICENSE
//
// A factory of every container, resolved from a container whose type is only known by its protocol.
import FactoryKit

public func loopOnGenericContainer<C: SharedContainer>(_ container: C) {
  while true { consume(container.common()) }
}

public func loopOnExistentialContainer(_ container: any SharedContainer) {
  while true { consume(container.common()) }
}
