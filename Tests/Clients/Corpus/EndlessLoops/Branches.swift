// Factory, MIT licence; see LICENSE
//
// Resolutions in one branch, and after both.
import FactoryKit

public func loopWithBranch(_ container: Container) {
  while true {
    if CommandLine.argc > 1000 { consume(container.cached()) }
  }
}

public func loopAfterBranch(_ container: Container) {
  while true {
    if CommandLine.argc > 1000 { try? work() }
    consume(container.cached())
  }
}
