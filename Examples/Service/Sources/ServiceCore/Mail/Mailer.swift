// Factory, MIT licence; see LICENSE
//
// How a tenant's mails are sent. A real service would keep a connection to the tenant's mail server;
// this one keeps a file open.
import Foundation
import Logging

public struct Mail: Sendable, Equatable {
  public var recipient: String
  public var subject: String

  public init(recipient: String, subject: String) {
    self.recipient = recipient
    self.subject = subject
  }
}

public protocol Mailer: Sendable {
  func send(_ mail: Mail) async throws
  func close() async
}

/// Appends the mails of a tenant to a file.
actor FileMailer: Mailer {
  private let tenant: Tenant
  private let file: FileHandle
  private let clock: WallClock
  private let logger: Logger

  init(_ tenant: Tenant, outbox: String, _ clock: WallClock, _ logger: Logger) throws {
    self.tenant = tenant
    self.clock = clock
    self.logger = logger
    try FileManager.default.createDirectory(atPath: outbox, withIntermediateDirectories: true)
    let path = "\(outbox)/\(tenant.id).txt"
    if !FileManager.default.fileExists(atPath: path),
      !FileManager.default.createFile(atPath: path, contents: nil)
    {
      throw CocoaError(.fileWriteUnknown)
    }
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    logger.info("mailer opened", metadata: ["tenant": "\(tenant.id)"])
  }

  func send(_ mail: Mail) throws {
    let line = "\(clock.now().ISO8601Format()) \(mail.recipient): \(mail.subject)\n"
    try file.write(contentsOf: Data(line.utf8))
  }

  func close() {
    do {
      try file.close()
      logger.info("mailer closed", metadata: ["tenant": "\(tenant.id)"])
    } catch {
      logger.error("mailer not closed", metadata: ["tenant": "\(tenant.id)", "error": "\(error)"])
    }
  }
}
