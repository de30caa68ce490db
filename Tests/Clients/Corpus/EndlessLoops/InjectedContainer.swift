// Factory, MIT licence; see LICENSE
//
// A container that a wrapper injects.
import FactoryKit

public final class ContainerOwner {
  @InjectedContainer var container
  @InjectedContainer(Desk.self) var desk
  public init() {}

  public func loopOnInjectedContainer() {
    while true { consume(container.cached()) }
  }

  public func loopOnInjectedDesk() {
    while true { consume(desk.drawer()) }
  }
}

public func loopOnContainerOwner() {
  while true { consume(ContainerOwner().desk.lamp()) }
}
