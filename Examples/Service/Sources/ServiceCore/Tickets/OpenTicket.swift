// Factory, MIT licence; see LICENSE
//
// What happens when a user opens a ticket.
import Logging
import Metrics

/// Changes new tickets, or refuses them. Modules add theirs to the group `ticketRules`.
public protocol TicketRule: Sendable {
  func apply(to ticket: inout Ticket) throws
}

/// Why a rule refuses a ticket. The client gets the reason.
public struct Refused: Error {
  public let reason: String
  public init(_ reason: String) { self.reason = reason }
}

/// Opens tickets for one user.
public struct OpenTicket: Sendable {
  let user: User
  let tickets: TicketRepository
  let rules: [any TicketRule]
  let clock: WallClock
  let identifiers: Identifiers
  let opened: Counter
  let signal: JobSignal
  let logger: Logger

  public func callAsFunction(title: String) async throws -> Ticket {
    var ticket = Ticket(
      id: identifiers.next(), tenant: user.tenant.id, author: user.name, title: title,
      isUrgent: false, opened: clock.now())
    for rule in rules { try rule.apply(to: &ticket) }
    try await tickets.add(ticket)
    opened.increment()
    signal.wake()
    logger.info("ticket opened", metadata: ["ticket": "\(ticket.id)"])
    return ticket
  }
}
