// Factory, MIT licence; see LICENSE
//
// Tickets, and where they are stored.
import Foundation
import GRDB

public struct Ticket: Codable, Sendable, Equatable, FetchableRecord, PersistableRecord {
  public var id: String
  public var tenant: String
  public var author: String
  public var title: String
  public var isUrgent: Bool
  public var opened: Date
}

/// The tickets of one user's tenant.
public final class TicketRepository: Sendable {
  private let user: User
  private let database: Database

  public init(_ user: User, _ database: Database) {
    self.user = user
    self.database = database
  }

  /// All tickets, those opened first at the beginning.
  public func all() async throws -> [Ticket] {
    let tenant = user.tenant.id
    return try await database.read { db in
      try Ticket.filter(Column("tenant") == tenant).order(Column("opened"), Column("id")).fetchAll(
        db)
    }
  }

  public func ticket(_ id: String) async throws -> Ticket? {
    let tenant = user.tenant.id
    return try await database.read { db in
      try Ticket.filter(Column("tenant") == tenant && Column("id") == id).fetchOne(db)
    }
  }

  /// Stores a ticket, and the order to send a mail about it, in one transaction.
  func add(_ ticket: Ticket) async throws {
    try await database.write { db in
      try ticket.insert(db)
      try db.execute(
        sql: "INSERT INTO mail (author, ticket) VALUES (?, ?)",
        arguments: [ticket.author, ticket.id])
    }
  }
}
