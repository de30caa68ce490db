// Factory, MIT licence; see LICENSE
//
// Asynchronous factories. These rows are the last ones, because synchronous resolutions have to
// look for an asynchronous one to which they belong as soon as there has been one in the process.
import BenchCore
import FactoryKit

/// The reference rows: what the runtime needs for the same.
private let asyncLimitRows = [
  Row(Budget.directAsync, "D of an `async` closure") {
    let closure = opaque({ Implementation() } as @Sendable () async -> any Service)
    return { times in inAsyncTask { await callDirectly(closure, times: times) } }
  },
  Row("limit.tasklocal.bound", "limit: `async` closure with a task-local value") {
    let closure = opaque({ Implementation() } as @Sendable () async -> any Service)
    return { times in inAsyncTask { await callWithLocal(closure, times: times) } }
  },
  Row("limit.task", "limit: `Task { }.value` around an `async` closure") {
    let closure = opaque({ Implementation() } as @Sendable () async -> any Service)
    return { times in inAsyncTask { await callInTask(closure, times: times) } }
  },
  Row(
    "limit.task.cancellable",
    "limit: the same in a task, for which the caller waits until it is cancelled"
  ) {
    let closure = opaque({ Implementation() } as @Sendable () async -> any Service)
    return { times in inAsyncTask { await callInAwaitedTask(closure, times: times) } }
  },
  Row(
    "limit.task.waiters", "limit: 100 tasks await the value of one, each", operations: waiters
  ) {
    { times in inAsyncTask { await awaitOneTask(times: times) } }
  },
]

private let asyncOperationRows = [
  // The design allows 1.5 times the closure. But a lookup and one call more take 1.4 times, and the
  // task-local value, by which resolutions in the closure find this one, as much as the closure
  // again: 2.4. The object that describes the resolution, which tasks that outlive it may retain,
  // adds 1.4. See "Unscoped asynchronous factories" in the README.
  Row(
    "async", "unscoped, `AsyncFactory`", against: Budget.directAsync
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsync(container, times: times) } }
  },
  Row(
    "async.throwing", "unscoped, `AsyncFactory` that may fail", against: Budget.directAsync
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsyncThrowing(container, times: times) } }
  },
  Row(
    "async.parameter", "parameter, unscoped, `AsyncParameterFactory`",
    against: Budget.directAsync
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsyncNumbered(container, times: times) } }
  },
  // The design's limit is 160 D. The row takes 211 D in instructions and up to 400 in time, which depends on
  // how fast the system wakes the other thread. Its instructions are recorded.
  Row(
    "async.request", "a request, with two asynchronous factories of six"
  ) {
    let parent = Container.inUse()
    return { times in inAsyncTask { await answerAsyncRequests(in: parent, times: times) } }
  },
  Row(
    "async.cached", "cached hit, `AsyncFactory`", against: Budget.directInTask
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsyncCached(container, times: times) } }
  },
  Row(
    "async.cached.throwing", "cached hit, `AsyncFactory` that may fail",
    against: Budget.directInTask
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsyncThrowingCached(container, times: times) } }
  },
  Row(
    "async.singleton", "singleton hit, `AsyncFactory`", against: Budget.directInTask
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await resolveAsyncSingleton(container, times: times) } }
  },
  Row(
    "async.cached.parameter", "`scopeOnParameters.cached` hit, `AsyncParameterFactory`, `Int`",
    against: Budget.directInTask
  ) {
    let container = Container.inUse()
    return { times in
      inAsyncTask { await resolveAsyncNumberedCached(container, times: times) }
    }
  },
  Row(
    "async.existing", "`resolvedOrNil()`, `AsyncFactory`, cached", against: Budget.directInTask
  ) {
    let container = Container.inUse()
    return { times in
      inAsyncTask {
        sink(await container.asyncCached())
        findAsyncCached(container, times: times)
      }
    }
  },
  // The design allows 2 times a task, and this takes up to 2.8 times. Of the additional
  // instructions, two fifths are the concurrency runtime's: the task that waits registers for its
  // cancellation and for changes of its priority, and is suspended by a continuation. A quarter are
  // for reference counts and allocations, a third are the library's.
  Row(
    "async.miss", "`AsyncFactory`, cached: build", against: "limit.task",
    repeat: {
      let containers = (0..<16).map { _ in Container.inUse() }
      return Repeat { times in
        nanosecondsInAsyncTask { await buildInEach(of: containers, times: times) }
      }
    }),
  Row(
    "async.miss.reset", "`AsyncFactory`, cached: build, `reset(.scope)`", against: "limit.task",
    calls: 2
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await buildAndResetAsync(container, times: times) } }
  },
  Row(
    "async.waiters", "100 tasks await one construction, each",
    budget: Budget(2, of: "limit.task.waiters"), operations: waiters, calls: waiters
  ) {
    let container = Container.inUse()
    return { times in inAsyncTask { await awaitOneConstruction(container, times: times) } }
  },
]

/// Synchronous slow paths in a process that has resolved an asynchronous factory.
private let afterAsyncRows = [
  Row("watch.async", "unscoped, `AsyncFactory`, watched", against: Budget.directAsync) {
    let container = Container.inUse()
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      inAsyncTask { await resolveAsync(container, times: times) }
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.async.cached", "cached hit, `AsyncFactory`, watched", against: Budget.directInTask) {
    let container = Container.inUse()
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      inAsyncTask { await resolveAsyncCached(container, times: times) }
      withExtendedLifetime(watch) {}
    }
  },
  Row("watch.async.used", "cached hit, watched, after an async resolution") {
    let container = Container.inUse()
    useAsynchronously(container)
    let watch = container.manager.watch { sink($0.depth) }
    return { times in
      resolveCached(container, times: times)
      withExtendedLifetime(watch) {}
    }
  },
  Row(
    // In a process with children, if all rows run: the owner is looked up.
    "async.used.parameter", "`scopeOnParameters.cached` hit, `Int`, after an async one"
  ) {
    let container = Container.inUse()
    useAsynchronously(container)
    return { resolveNumberedCached(container, times: $0) }
  },
  Row(
    // In a process with children, if all rows run.
    "async.used.register", "`register`, resolve, `reset`, after an async resolution", calls: 3
  ) {
    let container = Container.inUse()
    useAsynchronously(container)
    return { registerAndReset(container, times: $0) }
  },
]

let asyncRows = asyncLimitRows + asyncOperationRows + afterAsyncRows

private let waiters = 100

extension Container {
  fileprivate var async: AsyncFactory<any Service, Never> { self { Implementation() } }
  fileprivate var asyncThrowing: AsyncFactory<any Service, any Error> {
    self { Implementation() }
  }
  fileprivate var asyncNumbered: AsyncParameterFactory<Int, any Service, Never> {
    self { Numbered($0) }
  }
  fileprivate var asyncCached: AsyncFactory<any Service, Never> { self { Implementation() }.cached }
  fileprivate var asyncThrowingCached: AsyncFactory<any Service, any Error> {
    self { Implementation() }.cached
  }
  fileprivate var asyncSingleton: AsyncFactory<any Service, Never> {
    self { Implementation() }.singleton
  }
  fileprivate var asyncNumberedCached: AsyncParameterFactory<Int, any Service, Never> {
    self { Numbered($0) }.scopeOnParameters.cached
  }

  /// One instance, which the first parameter is for.
  // factory:disable parameter-ignored
  fileprivate var awaited: AsyncParameterFactory<TaskGate, any Service, Never> {
    self { gate in
      await gate.opened()
      return Implementation()
    }.cached
  }
}

private enum AsyncLocal {
  @TaskLocal static var object: Implementation?
}

/// Resolves an asynchronous factory for the first time.
private func useAsynchronously(_ container: Container) {
  inAsyncTask { sink(await container.async()) }
}

// MARK: References

@inline(never)
private func callDirectly(_ closure: @Sendable () async -> any Service, times: Int) async {
  for _ in 0..<times { sink(await closure()) }
}

@inline(never)
private func callWithLocal(_ closure: @Sendable () async -> any Service, times: Int) async {
  let object = Implementation()
  for _ in 0..<times { sink(await AsyncLocal.$object.withValue(object, operation: closure)) }
}

@inline(never)
private func callInTask(
  _ closure: @escaping @Sendable () async -> any Service, times: Int
) async {
  for _ in 0..<times { sink(await Task { await closure() }.value) }
}

@inline(never)
private func awaitOneTask(times: Int) async {
  for _ in 0..<times {
    let gate = TaskGate(waiters)
    let task = Task { () -> any Service in
      await gate.opened()
      return Implementation()
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<waiters {
        group.addTask {
          gate.arrive()
          sink(await task.value)
        }
      }
    }
  }
}

// MARK: Operations

@inline(never)
private func resolveAsync(_ container: Container, times: Int) async {
  for _ in 0..<times { sink(await container.async()) }
}

@inline(never)
private func resolveAsyncThrowing(_ container: Container, times: Int) async {
  for _ in 0..<times {
    do { sink(try await container.asyncThrowing()) } catch { preconditionFailure("\(error)") }
  }
}

@inline(never)
private func resolveAsyncNumbered(_ container: Container, times: Int) async {
  for number in 0..<times { sink(await container.asyncNumbered(number)) }
}

@inline(never)
private func resolveAsyncCached(_ container: Container, times: Int) async {
  for _ in 0..<times { sink(await container.asyncCached()) }
}

@inline(never)
private func resolveAsyncThrowingCached(_ container: Container, times: Int) async {
  for _ in 0..<times {
    do { sink(try await container.asyncThrowingCached()) } catch { preconditionFailure("\(error)") }
  }
}

@inline(never)
private func resolveAsyncSingleton(_ container: Container, times: Int) async {
  for _ in 0..<times { sink(await container.asyncSingleton()) }
}

@inline(never)
private func resolveAsyncNumberedCached(_ container: Container, times: Int) async {
  for number in 0..<times { sink(await container.asyncNumberedCached(number & 7)) }
}

@inline(never)
private func findAsyncCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.asyncCached.resolvedOrNil()) }
}

@inline(never)
private func buildAndResetAsync(_ container: Container, times: Int) async {
  for _ in 0..<times {
    sink(await container.asyncCached())
    container.asyncCached.reset(.scope)
  }
}

/// Builds an instance in each of the containers, in turn, and resets them all. Returns the
/// nanoseconds of the builds.
@inline(never)
private func buildInEach(of containers: [Container], times: Int) async -> Double {
  let clock = ContinuousClock()
  var nanoseconds = 0.0
  var left = times
  while left > 0 {
    let used = containers.prefix(left)
    let start = clock.now
    for container in used { sink(await container.asyncCached()) }
    nanoseconds += (clock.now - start).nanoseconds
    for container in used { container.asyncCached.reset(.scope) }
    left -= used.count
  }
  return nanoseconds
}

@inline(never)
private func awaitOneConstruction(_ container: Container, times: Int) async {
  for _ in 0..<times {
    let gate = TaskGate(waiters)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<waiters {
        group.addTask {
          gate.arrive()
          sink(await container.awaited(gate))
        }
      }
    }
    container.awaited.reset(.scope)
  }
}
