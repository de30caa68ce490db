// Factory, MIT licence; see LICENSE
//
// A container in a struct, and one that is `inout`.
import FactoryKit

public struct Owner {
  let container: Container

  public func loopOnContainerOfStruct() {
    while true { consume(container.cached()) }
  }
}

public func loopOnContainerInOut(_ container: inout Container) {
  while true { consume(container.cached()) }
}
