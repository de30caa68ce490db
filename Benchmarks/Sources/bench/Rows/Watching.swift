// Factory, MIT licence; see LICENSE
//
// Resolutions of a container that is watched, and of one that was.
import BenchCore
import FactoryKit

let watchRows = [
  Row("watch.unscoped", "unscoped, watched") {
    let container = Container.inUse()
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      resolveUnscoped(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.cached", "cached hit, watched") {
    let container = Container.inUse()
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      resolveCached(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.registered", "registered, unscoped, watched") {
    let container = Container.inUse()
    container.replaced.register { Replacement() }
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      resolveReplaced(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.recorded", "cached hit, watched by a `ResolutionRecorder`") {
    let container = Container.inUse()
    let recorder = ResolutionRecorder()
    let watch = container.manager.watch { recorder.record($0) }
    return { times in
      resolveCached(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.names", "cached hit, watched, the factory's name is read") {
    let container = Container.inUse()
    let watch = container.manager.watch { sink($0.factory.utf8.count) }
    return { times in
      resolveCached(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row(
    "watch.ended.unscoped", "unscoped, was watched, to a container that was not",
    budget: Budget(1.1, of: "unscoped")
  ) {
    let container = Container.inUse()
    container.manager.watch { sink($0.depth) }.cancel()
    return { resolveUnscoped(container, times: $0) }
  },
  Row(
    "watch.ended.cached", "cached hit, was watched, to a container that was not",
    budget: Budget(1.1, of: "cached")
  ) {
    let container = Container.inUse()
    container.manager.watch { sink($0.depth) }.cancel()
    return { resolveCached(container, times: $0) }
  },
  Row("watch.begin", "`watch` and `cancel`") {
    let container = Container.inUse()
    return { times in
      for _ in 0..<times { container.manager.watch { sink($0.depth) }.cancel() }
    }
  },
]

@inline(never)
private func resolveReplaced(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.replaced()) }
}
