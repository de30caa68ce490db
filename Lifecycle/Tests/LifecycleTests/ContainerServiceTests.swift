// Factory, MIT licence; see LICENSE
//
// ContainerService, without a process of its own.
import FactoryLifecycle
import FactoryTesting
import ServerCore
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

private struct Failure: Error, Equatable {}

extension ServerContainer {
  fileprivate var other: AsyncFactory<Mailer, any Error> { self { Mailer() }.cached }
}

@Suite("ContainerService", .container, .timeLimit(.minutes(30))) struct ContainerServiceTests {
  private let lines = Lines()
  private let container: ServerContainer

  init() {
    container = ServerContainer { [lines] in lines.append($0) }
  }

  @Test("It warms up, runs until the graceful shutdown, and shuts down")
  func run() async throws {
    let service = ContainerService(container, warmUp: \.settings, \.mailer)
    try await testGracefulShutdown { trigger in
      async let run: Void = service.run()
      await lines.wait(for: "database opened")
      trigger.triggerGracefulShutdown()
      try await run
    }
    let all = lines.all
    #expect(Array(all.prefix(2)) == ["settings loaded", "database opened"])
    #expect(all.suffix(2) == ["database closed", "settings dropped"])
  }

  @Test("Without factories to warm up, it only shuts down")
  func noWarmUp() async throws {
    _ = try container.settings()
    let service = ContainerService(container)
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      try await service.run()
    }
    #expect(lines.all == ["settings loaded", "settings dropped"])
  }

  @Test("If the warm-up fails, it throws the error and closes what was opened")
  func failure() async throws {
    let container = container
    container.mailer.register {
      _ = try container.settings()
      throw Failure()
    }
    let service = ContainerService(container, warmUp: \.settings, \.mailer)
    let error = await #expect(throws: WarmUpError.self) { try await service.run() }
    #expect(error?.error is Failure)
    let name = "ServerCore.ServerContainer.mailer<ServerCore.Mailer> (ServerCore/ServerCore.swift:"
    #expect(error?.factory.hasPrefix(name) == true)
    #expect("\(try #require(error))".hasPrefix("FactoryKit: warming up \(name)"))
    #expect("\(try #require(error))".hasSuffix(") failed: Failure()"))
    #expect(lines.all == ["settings loaded", "settings dropped"])
  }

  @Test("A graceful shutdown during the warm-up is no failure, whatever a cancelled factory throws")
  func translatedCancellation() async throws {
    let (container, lines) = (container, lines)
    container.mailer.register {
      _ = try container.settings()
      lines.append("mailer opening")
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw Failure() }
      return Mailer()
    }
    let service = ContainerService(container, warmUp: \.mailer)
    try await testGracefulShutdown { trigger in
      async let run: Void = service.run()
      await lines.wait(for: "mailer opening")
      trigger.triggerGracefulShutdown()
      try await run
    }
    #expect(lines.all == ["settings loaded", "mailer opening", "settings dropped"])
  }

  @Test("A failure before the graceful shutdown is thrown, even if another factory ends after it")
  func failureBeforeShutdown() async throws {
    let (container, lines, gate) = (container, lines, AsyncStream<Void>.makeStream())
    container.mailer.register { throw Failure() }
    container.other.register {
      // The failure of the other factory cancels this one, which goes on.
      await withTaskCancellationHandler {
        await Task { for await _ in gate.stream { return } }.value
      } onCancel: {
        lines.append("mailer failed")
      }
      return Mailer()
    }
    let service = ContainerService(container, warmUp: \.other, \.mailer)
    try await testGracefulShutdown { trigger in
      let run = Task { try await service.run() }
      await lines.wait(for: "mailer failed")
      trigger.triggerGracefulShutdown()
      gate.continuation.yield()
      let error = await #expect(throws: WarmUpError.self) { try await run.value }
      #expect(error?.error is Failure)
    }
  }

  @Test("A singleton in its list is closed after the container, others are not")
  func listedSingleton() async throws {
    let service = ContainerService(container, warmUp: \.database, \.tracer)
    try await testGracefulShutdown { trigger in
      async let run: Void = service.run()
      await lines.wait(for: "tracer opened")
      await lines.wait(for: "database opened")
      trigger.triggerGracefulShutdown()
      try await run
    }
    let closed = lines.all.filter { !$0.hasSuffix("opened") && $0 != "settings loaded" }
    #expect(closed == ["database closed", "settings dropped", "tracer closed"])
    #expect(container.tracer.resolvedOrNil() == nil)
    #expect(container.metrics.resolvedOrNil() != nil)
  }

  @Test("A singleton in its list is closed after the container was reset")
  func listedSingletonAfterReset() async throws {
    let service = ContainerService(container, warmUp: \.tracer)
    let container = container
    try await testGracefulShutdown { trigger in
      async let run: Void = service.run()
      await lines.wait(for: "tracer opened")
      container.reset()
      trigger.triggerGracefulShutdown()
      try await run
    }
    #expect(lines.all.contains("tracer closed"))
  }

  @Test("A singleton in its list that was built before is closed too, other singletons are not")
  func existingSingleton() async throws {
    _ = try await container.tracer()
    let service = ContainerService(container, warmUp: \.tracer, \.settings)
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      try await service.run()
    }
    #expect(lines.all.filter { $0 == "tracer closed" }.count == 1)
    #expect(!lines.all.contains("metrics flushed"))
  }

  @Test("If the warm-up fails, a singleton in its list is closed once")
  func failureWithSingleton() async throws {
    let (container, lines) = (container, lines)
    container.mailer.register {
      await lines.wait(for: "tracer opened")
      throw Failure()
    }
    let service = ContainerService(container, warmUp: \.tracer, \.mailer)
    await #expect(throws: WarmUpError.self) { try await service.run() }
    #expect(lines.all.filter { $0 == "tracer closed" }.count == 1)
  }

  @Test("With all singletons, one in its list is closed once")
  func allSingletons() async throws {
    _ = try await container.tracer()
    let service = ContainerService(container, warmUp: \.tracer, includingSingletons: true)
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      try await service.run()
    }
    #expect(lines.all == ["tracer opened", "tracer closed", "metrics flushed"])
  }

  @Test("If the warm-up and then a hook fail, it throws the warm-up's error and logs the hook's")
  func failures() async throws {
    let (container, logged) = (container, Lines())
    // Only this test has a logger.
    let oldLogger = Container.shared.manager.logger
    Container.shared.manager.logger = { logged.append($0) }
    defer { Container.shared.manager.logger = oldLogger }
    _ = Factory<Mailer>(container, key: "failing") { Mailer() }
      .onShutdown { _ in throw Failure() }.cached()
    container.mailer.register { throw Failure() }
    let service = ContainerService(container, warmUp: \.mailer)
    await #expect(throws: WarmUpError.self) { try await service.run() }
    #expect(
      logged.all.contains {
        $0.hasPrefix("FactoryKit: 1 of the shutdown hooks failed:") && $0.contains("failing")
      })
  }

  @Test("A cancellation shuts down too")
  func cancellation() async throws {
    let service = ContainerService(container, warmUp: \.database)
    let task = Task { try await service.run() }
    await lines.wait(for: "database opened")
    task.cancel()
    _ = await task.result
    #expect(lines.all.suffix(1) == ["settings dropped"])
  }

  @Test("The errors of hooks are thrown")
  func errors() async throws {
    container.mailer.onShutdown { _ in throw Failure() }
    let mailer = AsyncFactory<Mailer, any Error>(container, key: "failing") { Mailer() }
      .onShutdown { _ in throw Failure() }.cached
    _ = try await mailer()
    let service = ContainerService(container, hookLimit: 5, includingSingletons: true)
    await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      await #expect(throws: ShutdownError.self) { try await service.run() }
    }
  }
}
