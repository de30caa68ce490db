// Factory, MIT licence; see LICENSE
//
// `@Injected` on a parameter factory, which injects a function.
import FactoryKit

public final class InjectedMaker {
  @Injected(\.profile) var makeProfile
  public init() {}

  public func loopOnInjectedFunction() {
    while true { consume(makeProfile(1)) }
  }
}

public func loopOnInjectedMaker() {
  while true { consume(InjectedMaker()) }
}
