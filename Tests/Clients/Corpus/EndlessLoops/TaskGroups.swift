// Factory, MIT licence; see LICENSE
//
// Task groups with loops in them.
import FactoryKit

public func loopInGroup(_ container: Container) async {
  await withTaskGroup(of: Int.self) { group in
    while true {
      group.addTask { container.cached().report() }
      _ = await group.next()
    }
  }
}

public func loopInChildTask(_ container: Container) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask {
      while true {
        consume(container.cached())
        await Task.yield()
      }
    }
  }
}
