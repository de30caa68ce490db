// Factory, MIT licence; see LICENSE
//
// Users, and how a request says whose it is.
import GRDB

/// A customer, whose users see each other's tickets and nobody else's.
public struct Tenant: Hashable, Sendable, Codable {
  public let id: String
  public init(id: String) { self.id = id }
}

public struct User: Sendable, Equatable {
  public let name: String
  public let tenant: Tenant

  public init(name: String, tenant: Tenant) {
    self.name = name
    self.tenant = tenant
  }
}

/// All users of all tenants.
public struct Users: Sendable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The user with a token; nil if there is none.
  public func user(token: String) async throws -> User? {
    try await database.read { db in
      try Row.fetchOne(db, sql: "SELECT name, tenant FROM user WHERE token = ?", arguments: [token])
        .map { User(name: $0["name"], tenant: Tenant(id: $0["tenant"])) }
    }
  }

  public func user(named name: String) async throws -> User? {
    try await database.read { db in
      try Row.fetchOne(db, sql: "SELECT name, tenant FROM user WHERE name = ?", arguments: [name])
        .map { User(name: $0["name"], tenant: Tenant(id: $0["tenant"])) }
    }
  }

  public func add(_ user: User, token: String) async throws {
    try await database.write { db in
      try db.execute(
        sql: "INSERT INTO user (name, tenant, token) VALUES (?, ?, ?)",
        arguments: [user.name, user.tenant.id, token])
    }
  }

  /// Adds two users with the tokens `ada` and `bert`, unless there are users.
  func addFirst() async throws {
    let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM user") }
    if count != 0 { return }
    try await add(User(name: "Ada", tenant: Tenant(id: "acorn")), token: "ada")
    try await add(User(name: "Bert", tenant: Tenant(id: "birch")), token: "bert")
  }
}
