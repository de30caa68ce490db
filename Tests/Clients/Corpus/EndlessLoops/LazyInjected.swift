// Factory, MIT licence; see LICENSE
//
// Objects with `@LazyInjected`, created and read in each round.
import FactoryKit

public final class LazyOwner {
  @LazyInjected(\.cached) var report
  public init() {}

  public func loopOnLazyRead() {
    while true { consume(report) }
  }
}

public func loopOnLazyInjected() {
  while true { consume(LazyOwner().report) }
}
