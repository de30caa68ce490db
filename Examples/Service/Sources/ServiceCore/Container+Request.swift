// Factory, MIT licence; see LICENSE
//
// What belongs to a request or a job. Each has a child container of its own, so `.cached` is once for each
// request.
import FactoryKit
import Logging

extension Container {
  /// The user of the request, whom the request's container has registered. It throws elsewhere: with
  /// `required()`, one mistake in one request would end the process.
  public var user: ThrowingFactory<User, any Error> {
    self { throw NotInARequest() }.testable
  }

  /// The logger of the request, which names it. Elsewhere, that of the process.
  public var requestLogger: Factory<Logger> {
    self { self.logger() }
  }

  /// The tickets that the user may see.
  public var tickets: ThrowingFactory<TicketRepository, any Error> {
    self { TicketRepository(try self.user(), try self.openDatabase()) }.cached
  }

  public var openTicket: ThrowingFactory<OpenTicket, any Error> {
    self {
      OpenTicket(
        user: try self.user(), tickets: try self.tickets(), rules: self.ticketRules(),
        clock: self.clock(), identifiers: self.identifiers(), opened: self.ticketsOpened(),
        signal: self.jobSignal(), logger: self.requestLogger())
    }
  }

  /// Makes the container of a request or a job.
  public func forRequest(of user: User, _ logger: Logger) -> Container {
    let container = Container(parent: self)
    container.user.register { user }
    container.requestLogger.register { logger }
    return container
  }
}

/// Something that belongs to a request was resolved outside of one.
public struct NotInARequest: Error, CustomStringConvertible {
  public var description: String {
    "the user of a request was resolved outside of the request's container"
  }
}
