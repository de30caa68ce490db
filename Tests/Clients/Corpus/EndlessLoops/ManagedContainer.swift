// Factory, MIT licence; see LICENSE
//
// A container that is not shared.
import FactoryKit

public func loopOnManagedContainer(_ pocket: Pocket) {
  while true { consume(pocket.coin()) }
}

public func loopOnKeyOfManagedContainer(_ pocket: Pocket) {
  while true { consume(pocket.key()) }
}
