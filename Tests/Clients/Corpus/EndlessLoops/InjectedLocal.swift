// Factory, MIT licence; see LICENSE
//
// `@Injected` on a local property of the loop.
import FactoryKit

public func loopOnInjectedLocal() {
  while true {
    @Injected(\.cached) var report
    consume(report)
  }
}
