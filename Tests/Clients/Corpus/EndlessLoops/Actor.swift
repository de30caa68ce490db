// Factory, MIT licence; see LICENSE
//
// An actor that loops.
import FactoryKit

public actor Worker {
  let container: Container
  @Injected(\.cached) var report

  public init(_ container: Container) {
    self.container = container
  }

  public func loopInActor() async {
    while true {
      consume(container.cached())
      consume(report)
      await Task.yield()
    }
  }

  public func loopInActorWithoutAwait() {
    while true { consume(container.cached()) }
  }
}
