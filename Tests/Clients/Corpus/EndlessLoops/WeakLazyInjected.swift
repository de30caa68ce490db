// Factory, MIT licence; see LICENSE
//
// Objects with `@WeakLazyInjected`, made and read in each round.
import FactoryKit

public final class WeakLazyOwner {
  @WeakLazyInjected(\.held) var report
  public init() {}

  public func loopOnWeakLazyRead() {
    while true { consume(report) }
  }
}

public func loopOnWeakLazyInjected() {
  while true { consume(WeakLazyOwner().report) }
}
