// Factory, MIT licence; see LICENSE
//
// Async functions, tasks, task groups, actors and streams.
import FactoryKit

private func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}

public func resolveAsyncThrowing(_ container: Container) async throws -> Profile {
  try await pause()
  defer { consume(container.plain()) }
  try work()
  return container.profileByID(1)
}

public func resolveUntilCancelled(_ container: Container) async {
  while !Task.isCancelled {
    consume(container.cached())
    await Task.yield()
  }
}

// MARK: Tasks

public func resolveInThrowingGroup(_ container: Container) async throws -> Int {
  try await withThrowingTaskGroup(of: Profile.self) { group in
    group.addTask {
      try work()
      return container.profile(1)
    }
    var sum = 0
    for try await profile in group { sum += profile.id }
    return sum + container.amount().value
  }
}

public func resolveWithCancellation(_ container: Container) async -> Report {
  await withTaskCancellationHandler {
    container.cached()
  } onCancel: {
    container.cached.reset()
  }
}

// MARK: Streams

public func makeStream(_ container: Container) -> AsyncStream<Report> {
  AsyncStream { continuation in
    for _ in 0..<10 { continuation.yield(container.plain()) }
    continuation.finish()
  }
}

public func readStream(_ container: Container) async -> Int {
  var sum = 0
  for await report in makeStream(container) where report !== container.cached() {
    sum += report.report()
  }
  return sum
}

// MARK: Actors

public actor Store {
  private var reports: [Int: Report] = [:]
  private let container: Container

  public init(_ container: Container) {
    self.container = container
  }

  public func report(_ id: Int) -> Report {
    if let report = reports[id] { return report }
    let report = container.plain()
    reports[id] = report
    return report
  }

  public nonisolated func makeProfile() -> Profile { Container.shared.profile(1) }
}

extension Container {
  var store: Factory<Store> { self { Store(self) }.singleton }
}

public func useStore(_ container: Container) async -> Int {
  await container.store().report(1).report()
}

// MARK: The main actor and others

@MainActor
public func resolveOnMainActor(_ container: Container) -> String {
  container.screen().title + container.keptScreen().title
}

public func resolveFromElsewhere(_ container: Container) async -> String {
  let screen = await container.keptScreen.resolveOnMainActor()
  let other = await MainActor.run { container.screen() }
  return await screen.title + other.title
}

@globalActor
public actor Background {
  public static let shared = Background()
}

public final class Ledger: Sendable {
  public let total = 3
}

extension Container {
  @Background var ledger: Factory<Ledger> { self { Ledger() }.cached }
}

@Background
public func resolveInBackground(_ container: Container) -> Int { container.ledger().total }

public func resolveToBackground(_ container: Container) async -> Int {
  await container.ledger.resolveOnGlobalActor(Background.self).total
}
