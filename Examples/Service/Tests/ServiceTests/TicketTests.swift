// Factory, MIT licence; see LICENSE
//
// Tickets, without a server.
import FactoryTesting
import ServiceCore
import Testing

@Suite("Tickets", .service) struct TicketTests {
  @Test("A ticket has the user, the tenant, the date and an identifier")
  func opens() async throws {
    let ticket = try await request(of: ada) {
      try await Container.shared.openTicket()(title: "No water")
    }
    #expect(ticket.id == "1")
    #expect(ticket.author == "Ada")
    #expect(ticket.tenant == "acorn")
    #expect(ticket.opened.timeIntervalSince1970 == 0)
    #expect(!ticket.isUrgent)
    let all = try await request(of: ada) { try await Container.shared.tickets().all() }
    #expect(all == [ticket])
  }

  @Test("Users of another tenant do not see it")
  func tenants() async throws {
    let ticket = try await request(of: ada) {
      try await Container.shared.openTicket()(title: "No water")
    }
    try await request(of: bert) {
      let tickets = try Container.shared.tickets()
      #expect(try await tickets.all() == [])
      #expect(try await tickets.ticket(ticket.id) == nil)
    }
  }

  @Test("Rules change a ticket")
  func urgent() async throws {
    let ticket = try await request(of: ada) {
      try await Container.shared.openTicket()(title: "URGENT: fire")
    }
    #expect(ticket.isUrgent)
  }

  @Test("Rules refuse a ticket", arguments: ["", String(repeating: "x", count: 101)])
  func refused(title: String) async throws {
    try await request(of: ada) {
      let open = try Container.shared.openTicket()
      await #expect(throws: Refused.self) { try await open(title: title) }
      #expect(try await Container.shared.tickets().all() == [])
    }
  }

  @Test("A rule of a test replaces all others")
  func otherRule() async throws {
    struct Shout: TicketRule {
      func apply(to ticket: inout Ticket) { ticket.title = ticket.title.uppercased() }
    }
    Container.shared.ticketRules.register { [Shout()] }
    let ticket = try await request(of: ada) {
      try await Container.shared.openTicket()(title: "No water")
    }
    #expect(ticket.title == "NO WATER")
  }

  @Test("Each request has a repository, and all have one database")
  func lifetimes() async throws {
    let first = try await request(of: ada) {
      (try Container.shared.tickets(), try await Container.shared.database())
    }
    try await request(of: ada) {
      let tickets = try Container.shared.tickets()
      #expect(tickets !== first.0)
      #expect(try Container.shared.tickets() === tickets)
      #expect(try await Container.shared.database() === first.1)
    }
  }

  @Test("Outside of a request, there is no user, and nothing ends the process")
  func noUser() {
    #expect(throws: NotInARequest.self) { try Container.shared.openTicket() }
  }
}
