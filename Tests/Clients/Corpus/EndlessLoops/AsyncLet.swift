// Factory, MIT licence; see LICENSE
//
// `async let` in the loop.
import FactoryKit

public func loopWithAsyncLet(_ container: Container) async {
  while true {
    async let first = container.cached().report()
    async let second = container.singleton().report()
    consume(await first + second)
  }
}
