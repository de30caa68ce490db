// Factory, MIT licence; see LICENSE
//
// A local function that the loop calls.
import FactoryKit

public func loopOnLocalFunction(_ container: Container) {
  func next() -> Report { container.cached() }
  while true { consume(next()) }
}

public func loopOnInlinedFunction(_ container: Container) {
  while true { consume(inlined(container)) }
}

@inline(__always)
func inlined(_ container: Container) -> Factory<Report> { container.cached }
