// Factory, MIT licence; see LICENSE
//
// A factory with the scope `.shared`.
import FactoryKit

public func loopOnShared(_ container: Container) {
  while true { _ = container.held() }
}
