// Factory, MIT licence; see LICENSE
//
// Background jobs, without a server.
import FactoryTesting
import ServiceCore
import Testing

@Suite("Jobs", .service) struct JobTests {
  private func open(_ title: String, by user: User) async throws {
    _ = try await request(of: user) { try await Container.shared.openTicket()(title: title) }
  }

  @Test("Each tenant has one mailer, which sends its mails")
  func sends() async throws {
    try await open("No water", by: ada)
    try await open("Urgent: fire", by: bert)
    try await open("Noise", by: ada)
    await Jobs(Container.shared).sendPending()
    let mailbox = Container.shared.mailbox()
    #expect(
      mailbox.mails == [
        "acorn: Ada: No water", "birch: Bert: Urgent: Urgent: fire", "acorn: Ada: Noise",
      ])
    #expect(mailbox.opened == [ada.tenant, bert.tenant])
    #expect(Container.shared.metrics().text == "mails_sent 3.0\ntickets_opened 3.0\n")
  }

  @Test("A mail that cannot be sent is sent later, and once")
  func retries() async throws {
    try await open("No water", by: ada)
    let mailbox = Container.shared.mailbox()
    mailbox.fail(Refused("no connection"))
    await Jobs(Container.shared).sendPending()
    #expect(mailbox.mails == [])
    mailbox.fail(nil)
    await Jobs(Container.shared).sendPending()
    await Jobs(Container.shared).sendPending()
    #expect(mailbox.mails == ["acorn: Ada: No water"])
  }
}
