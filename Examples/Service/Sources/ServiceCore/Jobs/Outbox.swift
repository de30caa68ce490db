// Factory, MIT licence; see LICENSE
//
// The mails that are still to be sent, in the database, so that none is lost if the process ends.
import FactoryKit
import Foundation
import GRDB
import Logging
import Metrics

extension Container {
  public var outbox: AsyncFactory<Outbox, any Error> {
    self { Outbox(try await self.database(), self.clock()) }.singleton
  }

  /// Sends one mail, for the user who has opened the ticket.
  public var sendMail: AsyncFactory<SendMail, any Error> {
    self {
      let user = try self.user()
      return SendMail(
        user: user, mailer: try await self.mailer(user.tenant),
        tickets: try self.tickets(), outbox: try await self.outbox(),
        sent: self.mailsSent(), logger: self.requestLogger())
    }
  }
}

/// A mail that is to be sent.
public struct PendingMail: Sendable, Equatable {
  public let id: Int64
  public let author: String
  public let ticket: String
}

public struct Outbox: Sendable {
  private let database: Database
  private let clock: WallClock

  init(_ database: Database, _ clock: WallClock) {
    self.database = database
    self.clock = clock
  }

  /// Those that have not been sent, at most 100, the oldest first.
  public func pending() async throws -> [PendingMail] {
    try await database.read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT id, author, ticket FROM mail WHERE sent IS NULL ORDER BY id LIMIT 100"
      ).map { PendingMail(id: $0["id"], author: $0["author"], ticket: $0["ticket"]) }
    }
  }

  func didSend(_ mail: PendingMail) async throws {
    let now = clock.now()
    try await database.write { db in
      try db.execute(sql: "UPDATE mail SET sent = ? WHERE id = ?", arguments: [now, mail.id])
    }
  }
}

public struct SendMail: Sendable {
  let user: User
  let mailer: any Mailer
  let tickets: TicketRepository
  let outbox: Outbox
  let sent: Counter
  let logger: Logger

  func callAsFunction(_ pending: PendingMail) async throws {
    guard let ticket = try await tickets.ticket(pending.ticket) else {
      throw Refused("there is no ticket \(pending.ticket)")
    }
    let subject = ticket.isUrgent ? "Urgent: \(ticket.title)" : ticket.title
    try await mailer.send(Mail(recipient: user.name, subject: subject))
    try await outbox.didSend(pending)
    sent.increment()
    logger.info("mail sent", metadata: ["ticket": "\(ticket.id)"])
  }
}
