// Factory, MIT licence; see LICENSE
//
// The members of the projection of `@LazyInjected`.
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
