// Factory, MIT licence; see LICENSE
//
// A promised factory.
import FactoryKit

public func loopOnPromised(_ container: Container) {
  while true {
    if let reporting = container.promise() { consume(reporting.report()) }
  }
}
