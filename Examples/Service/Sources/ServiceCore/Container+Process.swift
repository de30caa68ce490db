// Factory, MIT licence; see LICENSE
//
// What belongs to the process: it is built once, and closed when the process ends. Everything here is a
// singleton, so that a request's container does not build another one, and resolves nothing of a request.
import Configuration
import FactoryKit
import Foundation
import Logging
import Metrics

extension Container {
  public var config: Factory<ConfigReader> {
    self {
      ConfigReader(providers: [CommandLineArgumentsProvider(), EnvironmentVariablesProvider()])
    }.singleton
  }

  public var settings: ThrowingFactory<Settings, any Error> {
    self { try Settings(self.config()) }.singleton
  }

  /// The path of the SQLite file.
  public var databasePath: ThrowingFactory<String, any Error> {
    self { try self.settings().database }
  }

  public var logger: Factory<Logger> {
    self { Logger(label: "service") }.singleton
  }

  /// The values that `GET /metrics` shows.
  public var metrics: Factory<MetricsRegistry> {
    self { MetricsRegistry() }.singleton.testable
  }

  public var ticketsOpened: Factory<Counter> {
    self { Counter(label: "tickets_opened", factory: self.metrics()) }.singleton
  }

  public var mailsSent: Factory<Counter> {
    self { Counter(label: "mails_sent", factory: self.metrics()) }.singleton
  }

  public var clock: Factory<WallClock> {
    self { WallClock { Date() } }.singleton
  }

  public var identifiers: Factory<Identifiers> {
    self { Identifiers { UUID().uuidString } }.singleton
  }

  /// Opened by the first who asks, closed last.
  public var database: AsyncFactory<Database, any Error> {
    self { try Database.open(self.databasePath(), self.logger()) }
      .onShutdown { try $0.close() }
      .singleton
  }

  /// The database, when it is open, as it is before the server listens. For factories that are built for each
  /// request: an asynchronous one with a scope would start a task.
  public var openDatabase: ThrowingFactory<Database, any Error> {
    self {
      guard let database = self.database.resolvedOrNil() else { throw NotOpen() }
      return database
    }.testable
  }

  public var users: AsyncFactory<Users, any Error> {
    self {
      let users = Users(try await self.database())
      if try self.settings().hasFirstUsers { try await users.addFirst() }
      return users
    }.singleton
  }

  /// One mailer for each tenant, opened for the tenant's first mail.
  public var mailer: AsyncParameterFactory<Tenant, any Mailer, any Error> {
    self { tenant in
      try FileMailer(tenant, outbox: self.settings().outbox, self.clock(), self.logger())
    }
    .scopeOnParameters
    .onShutdown { await $0.close() }
    .singleton
  }

  /// Tells the jobs that there is something to do.
  public var jobSignal: Factory<JobSignal> {
    self { JobSignal() }.singleton.testable
  }

  /// What each new ticket goes through. Other modules add theirs.
  public var ticketRules: FactoryGroup<any TicketRule> { group() }
}

/// The current date.
public struct WallClock: Sendable {
  public let now: @Sendable () -> Date
  public init(_ now: @escaping @Sendable () -> Date) { self.now = now }
}

/// Where the identifiers of new rows come from.
public struct Identifiers: Sendable {
  public let next: @Sendable () -> String
  public init(_ next: @escaping @Sendable () -> String) { self.next = next }
}

/// The database was used before it was opened.
public struct NotOpen: Error, CustomStringConvertible {
  public var description: String { "the database is not open" }
}
