// Factory, MIT licence; see LICENSE
//
// Plug-ins of the service, in a module that the service does not import.
import FactoryKit
import ServiceCore

extension Container {
  public var titleRule: Factory<any TicketRule> {
    self { TitleRule(limit: 100) }.singleton.testable
  }

  public var urgencyRule: Factory<any TicketRule> {
    self { UrgencyRule() }.singleton.testable
  }

  /// Adds the rules of this module.
  public func addRules() {
    ticketRules.add(\.titleRule)
    ticketRules.add(\.urgencyRule, order: 1)
  }
}

/// Refuses tickets without a title, and those whose title is long.
struct TitleRule: TicketRule {
  let limit: Int

  func apply(to ticket: inout Ticket) throws {
    if ticket.title.isEmpty { throw Refused("the title is empty") }
    if ticket.title.count > limit { throw Refused("the title is longer than \(limit)") }
  }
}

/// Marks tickets as urgent whose title says so.
struct UrgencyRule: TicketRule {
  func apply(to ticket: inout Ticket) {
    if ticket.title.lowercased().contains("urgent") { ticket.isUrgent = true }
  }
}
