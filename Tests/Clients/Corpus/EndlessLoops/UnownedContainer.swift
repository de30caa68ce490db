// Factory, MIT licence; see LICENSE
//
// A container that is held unowned.
import FactoryKit

public final class UnownedOwner {
  unowned let container: Container
  public init(_ container: Container) { self.container = container }

  public func loopOnUnownedContainer() {
    while true { consume(container.cached()) }
  }
}
