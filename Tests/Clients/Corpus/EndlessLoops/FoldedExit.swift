// Factory, MIT licence; see LICENSE
//
// Loops whose exit the optimiser removes.
import FactoryKit

public func loopUntilOther(_ container: Container) -> Report {
  var report = container.visit()
  repeat { report = container.visit() } while report.report() == 1
  return report
}

public func loopWhileSame(_ container: Container) {
  let limit = 1
  while limit > 0 { consume(container.plain()) }
}
