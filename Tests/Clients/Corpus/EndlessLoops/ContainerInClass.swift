// Factory, MIT licence; see LICENSE
//
// A container in a constant and in a variable of a class.
import FactoryKit

public final class ConstantOwner {
  let container: Container
  public init(_ container: Container) { self.container = container }

  public func loopOnConstantContainer() {
    while true { consume(container.cached()) }
  }

  public func loopOnConstantContainerOfPlain() {
    while true { _ = container.plain() }
  }
}

public final class VariableOwner {
  public var container = Container()

  public func loopOnVariableContainer() {
    while true { consume(container.singleton()) }
  }
}
