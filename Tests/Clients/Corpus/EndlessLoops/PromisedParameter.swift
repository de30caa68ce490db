// Factory, MIT licence; see LICENSE
//
// A promised factory with a parameter.
import FactoryKit

public func loopOnPromisedParameter(_ container: Container) {
  while true {
    if let profile = container.promisedProfile(1) { consume(profile) }
  }
}
