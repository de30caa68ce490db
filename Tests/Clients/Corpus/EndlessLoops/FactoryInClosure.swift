// Factory, MIT licence; see LICENSE
//
// A factory value that a closure captures.
import FactoryKit

public func loopAndCaptureFactory(_ container: Container) {
  while true {
    let factory = container.cached
    let make = { factory() }
    consume(make)
  }
}

public func loopAndCaptureInstance(_ container: Container) {
  while true {
    let report = container.cached()
    let answer = { report.report() }
    consume(answer)
  }
}
