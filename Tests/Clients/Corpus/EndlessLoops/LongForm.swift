// Factory, MIT licence; see LICENSE
//
// A factory in the long form, `Factory(self) { … }`.
import FactoryKit

public func loopOnLongForm(_ container: Container) {
  while true { _ = container.long() }
}
