// Factory, MIT licence; see LICENSE
//
// The background jobs: a service that sends what is in the outbox.
import FactoryKit
import Logging
import ServiceLifecycle

/// Wakes the jobs.
public final class JobSignal: Sendable {
  /// For one reader.
  let wakeUps: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func wake() { continuation.yield() }
}

/// Sends mails until the service group shuts down, and then those that are left.
public struct Jobs: Service {
  private let container: Container

  public init(_ container: Container) { self.container = container }

  public func run() async throws {
    let interval = try container.settings().jobInterval
    let signal = container.jobSignal()
    signal.wake()
    await withTaskGroup { group in
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(interval))
          signal.wake()
        }
      }
      for await _ in signal.wakeUps.cancelOnGracefulShutdown() { await sendPending() }
      group.cancelAll()
    }
    await sendPending()
    container.logger().info("jobs stopped")
  }

  /// Sends what is in the outbox. A mail that cannot be sent stays there for the next time.
  public func sendPending() async {
    let logger = container.logger()
    do {
      for mail in try await container.outbox().pending() {
        var logger = logger
        logger[metadataKey: "mail"] = "\(mail.id)"
        do {
          guard let user = try await container.users().user(named: mail.author) else { continue }
          // A job has a container of its own, as a request has.
          try await container.forRequest(of: user, logger).run {
            try await Container.shared.sendMail()(mail)
          }
        } catch {
          logger.error("mail not sent", metadata: ["error": "\(error)"])
        }
      }
    } catch {
      logger.error("outbox not read", metadata: ["error": "\(error)"])
    }
  }
}
