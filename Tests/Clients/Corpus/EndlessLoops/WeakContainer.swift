// Factory, MIT licence; see LICENSE
//
// A container that is held weakly.
import FactoryKit

public final class WeakOwner {
  weak var container: Container?

  public func loopOnWeakContainer() {
    while true { consume(container?.cached()) }
  }
}
