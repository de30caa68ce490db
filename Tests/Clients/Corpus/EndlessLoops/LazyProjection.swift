// Factory, MIT licence; see LICENSE
//
// What the projection of `@LazyInjected` has.
import FactoryKit

public final class LazyProjector {
  @LazyInjected(\.cached) var report
  public init() {}

  public func loopOnLazyResolve() {
    while true { consume($report.resolve(reset: .all)) }
  }

  public func loopOnLazyResolvedOrNil() {
    while true { consume($report.resolvedOrNil()) }
  }
}
