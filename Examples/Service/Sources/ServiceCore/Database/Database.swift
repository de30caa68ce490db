// Factory, MIT licence; see LICENSE
//
// The database, which is an SQLite file or, in tests, in memory.
import GRDB
import Logging

/// An open database, whose schema is the current one.
public final class Database: Sendable {
  private let writer: any DatabaseWriter
  private let logger: Logger

  private init(_ writer: any DatabaseWriter, _ logger: Logger) throws {
    self.writer = writer
    self.logger = logger
    try migrator.migrate(writer)
  }

  /// Opens a file, which is created if there is none.
  public static func open(_ path: String, _ logger: Logger) throws -> Database {
    let database = try Database(DatabasePool(path: path), logger)
    logger.info("database opened", metadata: ["path": "\(path)"])
    return database
  }

  /// Creates a database that exists in memory only.
  public static func inMemory() throws -> Database {
    try Database(DatabaseQueue(), Logger(label: "database") { _ in SwiftLogNoOpLogHandler() })
  }

  func read<T: Sendable>(_ body: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T
  {
    try await writer.read(body)
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> T
  ) async throws -> T {
    try await writer.write(body)
  }

  /// Throws if the database does not answer.
  public func ping() async throws {
    try await read { try $0.execute(sql: "SELECT 1") }
  }

  func close() throws {
    try writer.close()
    logger.info("database closed")
  }
}
