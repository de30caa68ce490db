// Factory, MIT licence; see LICENSE
//
// A property with `@DynamicInjected`, resolved in each round.
import FactoryKit

public final class DynamicOwner {
  @DynamicInjected(\.cached) var report
  @DynamicInjected(\.plain) var other
  public init() {}

  public func loopOnDynamicRead() {
    while true { consume(report) }
  }

  public func loopOnDynamicReadOfPlain() {
    while true { _ = other }
  }

  public func loopOnDynamicFactory() {
    while true { consume($report) }
  }
}
