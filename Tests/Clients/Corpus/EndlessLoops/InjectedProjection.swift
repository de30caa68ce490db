// Factory, MIT licence; see LICENSE
//
// `$property.resolve(reset:)` and `$property.factory` of `@Injected`.
import FactoryKit

public final class InjectedProjector {
  @Injected(\.cached) var report
  public init() {}

  public func loopOnInjectedResolve() {
    while true { consume($report.resolve(reset: .scope)) }
  }

  public func loopOnInjectedFactory() {
    while true { consume($report.factory()) }
  }
}
