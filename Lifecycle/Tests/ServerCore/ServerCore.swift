// Factory, MIT licence; see LICENSE
//
// The factories and services of a small server.
import FactoryKit
import FactoryLifecycle
import ServiceLifecycle

public struct Settings: Sendable {}

public final class Database: Sendable {
  public let log: @Sendable (String) -> Void

  init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

  func close() async throws {
    await Task.yield()
    log("database closed")
  }
}

public struct Mailer: Sendable {
  public init() {}
}

public final class ServerContainer: SharedContainer {
  @TaskLocal public static var shared = ServerContainer()
  public let manager = ContainerManager()
  public let log: @Sendable (String) -> Void

  public init(log: @escaping @Sendable (String) -> Void = { print($0) }) { self.log = log }
}

extension ServerContainer {
  public var settings: ThrowingFactory<Settings, any Error> {
    self {
      self.log("settings loaded")
      return Settings()
    }.onShutdown { [log] _ in log("settings dropped") }.cached
  }
  public var database: AsyncFactory<Database, any Error> {
    self {
      _ = try self.settings()
      self.log("database opened")
      return Database(self.log)
    }.onShutdown { try await $0.close() }.cached
  }
  public var mailer: AsyncFactory<Mailer, any Error> {
    self {
      _ = try await self.database()
      return Mailer()
    }.onShutdown { [log] _ in log("mailer closed") }.cached
  }
  public var metrics: Factory<Settings> {
    self { Settings() }.onShutdown { [log] _ in log("metrics flushed") }.singleton
  }
  public var tracer: AsyncFactory<Settings, any Error> {
    self {
      _ = self.metrics()
      self.log("tracer opened")
      return Settings()
    }.onShutdown { [log] _ in log("tracer closed") }.singleton
  }
}

/// A service that uses the container until it is shut down.
public struct Server: Service {
  let container: ServerContainer

  public init(_ container: ServerContainer) { self.container = container }

  public func run() async throws {
    _ = try await container.mailer()
    container.log("serving")
    try await gracefulShutdown()
    container.log("server stopped")
  }
}
