// Factory, MIT licence; see LICENSE
//
// Objects with `@Injected`, one in each round.
import FactoryKit

public final class InjectedOwner {
  @Injected(\.cached) var report
  @Injected(\.plain) var other
  public init() {}
}

public func loopOnInjected() {
  while true { consume(InjectedOwner()) }
}
