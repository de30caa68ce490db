// Factory, MIT licence; see LICENSE
//
// `defer` in the loop.
import FactoryKit

public func loopWithDefer(_ container: Container) {
  while true {
    defer { consume(container.cached()) }
    try? work()
    consume(container.plain())
  }
}

public func loopAfterDefer(_ container: Container) {
  defer { consume(container.cached()) }
  while true { consume(container.singleton()) }
}
