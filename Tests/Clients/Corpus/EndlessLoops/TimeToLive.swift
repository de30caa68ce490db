// Factory, MIT licence; see LICENSE
//
// A factory whose instances live for a time.
import FactoryKit

public func loopOnTimeToLive(_ container: Container) {
  while true { _ = container.timed() }
}
