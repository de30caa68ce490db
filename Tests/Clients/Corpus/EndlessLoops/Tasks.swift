// Factory, MIT licence; see LICENSE
//
// Tasks that loop, and loops that start tasks.
import FactoryKit

public func startLoop(_ container: Container) {
  Task {
    while true {
      consume(container.cached())
      await Task.yield()
    }
  }
}

public func loopAndStartTasks(_ container: Container) async {
  while true { await Task { container.cached() }.value.report() > 0 ? () : Task.yield() }
}

public func startDetachedLoop(_ container: Container) {
  Task.detached {
    while true { consume(container.singleton()) }
  }
}
