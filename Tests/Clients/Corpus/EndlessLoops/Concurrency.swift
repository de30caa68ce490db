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

public func loopInGroup(_ container: Container) async {
  await withTaskGroup(of: Int.self) { group in
    while true {
      group.addTask { container.cached().report() }
      _ = await group.next()
    }
  }
}

public func loopOverStream(_ container: Container, _ stream: AsyncStream<Int>) async {
  for await number in stream { consume(container.profileByID(number)) }
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
}

@MainActor
public func loopOnMainActor(_ container: Container) { while true { consume(container.screen()) } }

public func loopToMainActor(_ container: Container) async {
  while true { consume(await container.keptScreen.resolveOnMainActor()) }
}

public func loopToGlobalActor(_ container: Container) async {
  while true { consume(await container.cached.resolveOnGlobalActor(MainActor.self)) }
}
