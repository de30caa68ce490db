// Factory, MIT licence; see LICENSE
//
// A factory that may return nil.
import FactoryKit

public func loopOnOptionalProduct(_ container: Container) {
  while true {
    guard let report = container.perhaps() else { continue }
    consume(report)
  }
}
