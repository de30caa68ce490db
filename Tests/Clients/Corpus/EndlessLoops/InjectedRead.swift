// Factory, MIT licence; see LICENSE
//
// A property with `@Injected`, read in each round.
import FactoryKit

public final class InjectedReader {
  @Injected(\.cached) var report
  @Injected(\Desk.drawer) var drawer
  public init() {}

  public func loopOnInjectedRead() {
    while true { consume(report) }
  }

  public func loopOnInjectedReadAndUsed() {
    while true { consume(report.report() + drawer.report()) }
  }
}
