// Factory, MIT licence; see LICENSE
//
// `repeat` in place of `while`.
import FactoryKit

public func repeatOnCached(_ container: Container) {
  repeat { _ = container.cached() } while true
}

public func repeatOnPlain(_ container: Container) {
  repeat { consume(container.plain()) } while true
}
