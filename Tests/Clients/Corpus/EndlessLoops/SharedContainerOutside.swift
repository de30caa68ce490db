// Factory, MIT licence; see LICENSE
//
// `Container.shared`, read before the loop.
import FactoryKit

public func loopOnSharedContainerOutside() {
  let container = Container.shared
  while true { consume(container.singleton()) }
}
