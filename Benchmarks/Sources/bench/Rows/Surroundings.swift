// Factory, MIT licence; see LICENSE
//
// The same operations with registrations, decorators, contexts, and in tasks.
import BenchCore
import Dispatch
import FactoryKit

let surroundingRows = [
  Row("registered", "registered, unscoped") {
    let container = Container.inUse()
    container.replaced.register { Replacement() }
    return { resolveReplaced(container, times: $0) }
  },
  Row("registered.cached", "registered, cached hit") {
    let container = Container.inUse()
    container.replacedCached.register { Replacement() }
    return { resolveReplacedCached(container, times: $0) }
  },
  Row("decorated", "unscoped, with a decorator") {
    let container = Container.inUse()
    return { resolveDecorated(container, times: $0) }
  },
  Row("decorated.cached", "cached hit, with a decorator") {
    let container = Container.inUse()
    return { resolveDecoratedCached(container, times: $0) }
  },
  Row("decorated.container", "unscoped, the container has a decorator") {
    let container = Container.inUse()
    container.decorator { _ in }
    return { resolveUnscoped(container, times: $0) }
  },
  Row(
    "context", "unscoped, a context's closure",
    repeat: {
      let container = Container.inUse()
      FactoryContext.setArg("bench", forKey: "bench")
      return Repeat(finish: { FactoryContext.removeArg(forKey: "bench") }) { times in
        resolveContextual(container, times: times)
      }
    }),
  Row("context.absent", "unscoped, with a context that does not hold") {
    let container = Container.inUse()
    return { resolveContextual(container, times: $0) }
  },
  Row("context.cached", "cached hit, with two contexts") {
    let container = Container.inUse()
    return { resolveContextualCached(container, times: $0) }
  },
  Row("autoregister", "unscoped, container that auto-registers") {
    let container = RegisteringContainer()
    return { resolveUnscoped(container, times: $0) }
  },
  Row("autoregister.registered", "registered there, unscoped") {
    let container = RegisteringContainer()
    return { resolveRegistered(container, times: $0) }
  },
  Row("autoregister.cached", "cached hit, container that auto-registers") {
    let container = RegisteringContainer()
    return { resolveCached(container, times: $0) }
  },
  Row("task.unscoped", "unscoped, in a task with three locals", against: Budget.directInTask) {
    let container = Container.inUse()
    return { times in inTask { resolveUnscoped(container, times: times) } }
  },
  Row(
    "task.unscoped.shared", "unscoped, `Container.shared`, in that task",
    against: Budget.directInTask
  ) {
    useSharedContainer()
    return { times in inTask { resolveUnscopedShared(times: times) } }
  },
  Row("task.cached", "cached hit, in that task", against: Budget.directInTask) {
    let container = Container.inUse()
    return { times in inTask { resolveCached(container, times: times) } }
  },
  Row(
    "task.cached.shared", "cached hit, `Container.shared`, in that task",
    against: Budget.directInTask
  ) {
    useSharedContainer()
    return { times in inTask { resolveCachedShared(times: times) } }
  },
  Row("task.singleton", "singleton hit, in that task", against: Budget.directInTask) {
    let container = Container.inUse()
    return { times in inTask { resolveSingleton(container, times: times) } }
  },
]

/// Runs `body` in a task with three task-local values, and waits for it. This costs a few
/// microseconds, which is negligible in a sample of a millisecond.
func inTask(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    Locals.$first.withValue(11) {
      Locals.$second.withValue(12) {
        Locals.$third.withValue(13) { body() }
      }
    }
    done.signal()
  }
  done.wait()
}

@inline(never)
private func resolveReplaced(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.replaced()) }
}

@inline(never)
private func resolveReplacedCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.replacedCached()) }
}

@inline(never)
private func resolveDecorated(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.decorated()) }
}

@inline(never)
private func resolveDecoratedCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.decoratedCached()) }
}

@inline(never)
private func resolveContextual(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.contextual()) }
}

@inline(never)
private func resolveContextualCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.contextualCached()) }
}

@inline(never)
private func resolveUnscoped(_ container: RegisteringContainer, times: Int) {
  for _ in 0..<times { sink(container.unscoped()) }
}

@inline(never)
private func resolveRegistered(_ container: RegisteringContainer, times: Int) {
  for _ in 0..<times { sink(container.registered()) }
}

@inline(never)
private func resolveCached(_ container: RegisteringContainer, times: Int) {
  for _ in 0..<times { sink(container.cached()) }
}
