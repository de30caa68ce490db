// Factory, MIT licence; see LICENSE
//
// Services that start when a container has been warmed up.
import FactoryLifecycle
import FactoryTesting
import Logging
import ServerCore
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

private struct Failure: Error {}

/// A service that says when it starts, and runs until the group shuts down.
private struct Listener: Service {
  let lines: Lines

  func run() async throws {
    lines.append("listening")
    try await gracefulShutdown()
  }
}

@Suite("A service before which a container is warmed up", .container, .timeLimit(.minutes(30)))
struct ReadinessTests {
  private let lines = Lines()
  private let container: ServerContainer

  init() {
    container = ServerContainer { [lines] in lines.append($0) }
  }

  @Test("It starts when everything was built")
  func order() async throws {
    let service = ContainerService(container, warmUp: \.settings, \.database)
    let group = ServiceGroup(
      services: [service, service.before(Listener(lines: lines))], logger: .silent)
    async let run: Void = group.run()
    await lines.wait(for: "listening")
    await group.triggerGracefulShutdown()
    try await run
    #expect(
      lines.all == [
        "settings loaded", "database opened", "listening", "database closed", "settings dropped",
      ])
  }

  @Test("It starts also if the warm-up has ended before")
  func late() async throws {
    let service = ContainerService(container, warmUp: \.database)
    try await testGracefulShutdown { trigger in
      async let run: Void = service.run()
      await lines.wait(for: "database opened")
      async let later: Void = service.before(Listener(lines: lines)).run()
      await lines.wait(for: "listening")
      trigger.triggerGracefulShutdown()
      try await run
      try await later
    }
  }

  @Test("If the warm-up fails, it does not start, and the group's error names the factory")
  func failure() async throws {
    let container = container
    container.mailer.register {
      _ = try container.settings()
      throw Failure()
    }
    let service = ContainerService(container, warmUp: \.mailer)
    let group = ServiceGroup(
      services: [service, service.before(Listener(lines: lines))], logger: .silent)
    let error = await #expect(throws: WarmUpError.self) { try await group.run() }
    #expect(error?.factory.contains("ServerContainer.mailer") == true)
    #expect(lines.all == ["settings loaded", "settings dropped"])
  }

  @Test("If the group shuts down during the warm-up, it does not start")
  func shutdown() async throws {
    let (container, lines) = (container, lines)
    container.mailer.register {
      lines.append("waiting")
      // Until the warm-up is cancelled.
      while true { try await Task.sleep(nanoseconds: 1_000_000_000) }
    }
    let service = ContainerService(container, warmUp: \.mailer)
    let group = ServiceGroup(
      services: [service, service.before(Listener(lines: lines))], logger: .silent)
    async let run: Void = group.run()
    await lines.wait(for: "waiting")
    await group.triggerGracefulShutdown()
    try await run
    #expect(lines.all == ["waiting"])
  }

  @Test("If its task is cancelled while it waits, it does not start")
  func cancellation() async throws {
    // No service warms the container up.
    let service = ContainerService(container, warmUp: \.database).before(Listener(lines: lines))
    let task = Task { try await service.run() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(lines.all == [])
  }
}

extension Logger {
  fileprivate static var silent: Logger {
    Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
  }
}
