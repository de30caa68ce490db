// Factory, MIT licence; see LICENSE
//
// Loops without an exit in async functions, tasks, task groups, actors and over streams.
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

private func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}

public func asyncThrowingLoop(_ container: Container) async throws {
  while true {
    try await pause()
    consume(container.cached())
  }
}

public func asyncCatchingLoop(_ container: Container) async {
  while true {
    try? await pause()
    consume(container.cached())
  }
}

// MARK: Tasks and streams

public func loopWithAsyncLet(_ container: Container) async {
  while true {
    async let first = container.cached().report()
    async let second = container.singleton().report()
    consume(await first + second)
  }
}

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

public func loopOverStream(_ container: Container, _ stream: AsyncStream<Int>) async {
  for await number in stream { consume(container.profileByID(number)) }
}

public func loopOverStreamAgain(_ container: Container, _ stream: AsyncStream<Int>) async {
  while true {
    for await _ in stream { consume(container.plain()) }
    consume(container.cached())
  }
}

// MARK: Actors

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

  public func loopInActorWithoutAwait() { while true { consume(container.cached()) } }
}

@MainActor
public func loopOnMainActor(_ container: Container) { while true { consume(container.screen()) } }

@MainActor
public func loopOnMainActorKept(_ container: Container) async {
  while true {
    consume(container.keptScreen().title)
    await Task.yield()
  }
}

public func loopToMainActor(_ container: Container) async {
  while true { consume(await container.keptScreen.resolveOnMainActor()) }
}

public func loopToGlobalActor(_ container: Container) async {
  while true { consume(await container.cached.resolveOnGlobalActor(MainActor.self)) }
}
