// Factory, MIT licence; see LICENSE
//
// A function that never returns.
import FactoryKit

public func serveForever(_ container: Container) -> Never {
  while true { consume(container.cached()) }
}

public func startAndServeForever(_ container: Container) -> Int {
  consume(container.editor())
  serveForever(container)
}
