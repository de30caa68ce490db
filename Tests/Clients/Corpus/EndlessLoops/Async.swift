// Factory, MIT licence; see LICENSE
//
// An async loop without an exit.
import FactoryKit

public func asyncLoop(_ container: Container) async {
  while true {
    await Task.yield()
    consume(container.cached())
  }
}

public func asyncLoopOnPlain() async {
  while true {
    _ = Container.shared.plain()
    await Task.yield()
  }
}

public func asyncLoopWithoutAwait(_ container: Container) async {
  while true { consume(container.singleton()) }
}
