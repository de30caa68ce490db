// Factory, MIT licence; see LICENSE
//
// What the service is told when it is started, on the command line or in the environment.
import Configuration

/// The service's settings: `--http-port 8081`, or `HTTP_PORT=8081` in the environment.
public struct Settings: Sendable {
  public var host: String
  /// Zero for any free port.
  public var port: Int
  /// The path of the SQLite file.
  public var database: String
  /// The folder in which each tenant has a folder for its mails.
  public var outbox: String
  /// How long the jobs wait for the next look at the outbox if nobody wakes them, in milliseconds.
  public var jobInterval: Int
  /// Whether a database without users gets two, so that there is something to try.
  public var hasFirstUsers: Bool

  init(_ config: ConfigReader) throws {
    host = config.string(forKey: "http.host", default: "127.0.0.1")
    port = config.int(forKey: "http.port", default: 8080)
    database = config.string(forKey: "database.path", default: "service.sqlite")
    outbox = config.string(forKey: "mail.outbox", default: "outbox")
    jobInterval = config.int(forKey: "jobs.interval", default: 1000)
    hasFirstUsers = config.bool(forKey: "users.first", default: true)
    guard (0...65535).contains(port) else {
      throw InvalidSetting(key: "http.port", value: "\(port)")
    }
    guard jobInterval > 0 else {
      throw InvalidSetting(key: "jobs.interval", value: "\(jobInterval)")
    }
  }
}

/// A setting has a value that cannot be used.
public struct InvalidSetting: Error, CustomStringConvertible {
  let key: String
  let value: String
  public var description: String { "\(key) must not be \(value)" }
}
