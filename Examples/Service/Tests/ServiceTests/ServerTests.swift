import FactoryLifecycle
// Factory, MIT licence; see LICENSE
//
// The real server, over HTTP, in the process of the tests.
import FactoryTesting
import Foundation
import Hummingbird
import ServiceCore
import Testing

@Suite("The server", .service, .timeLimit(.minutes(10))) struct ServerTests {
  private struct TicketBody: Decodable {
    var id: String
    var author: String
    var isUrgent: Bool
  }

  @Test("A user opens a ticket, reads it, and gets a mail")
  func opens() async throws {
    let mailbox = Container.shared.mailbox()
    try await withServer { client in
      let opened = try await client.send(
        ClientRequest(
          method: .POST, path: "/tickets", token: "ada", body: #"{"title": "Urgent: fire"}"#))
      #expect(opened.status == 201)
      let ticket = try JSONDecoder().decode(TicketBody.self, from: Data(opened.body.utf8))
      #expect(ticket.author == "Ada")
      #expect(ticket.isUrgent)
      let read = try await client.send(ClientRequest(path: "/tickets/\(ticket.id)", token: "ada"))
      #expect(read.status == 200)
      let other = try await client.send(ClientRequest(path: "/tickets/\(ticket.id)", token: "bert"))
      #expect(other.status == 404)
      await mailbox.wait(for: 1)
    }
    #expect(mailbox.mails == ["acorn: Ada: Urgent: Urgent: fire"])
    #expect(mailbox.closed == [ada.tenant])
  }

  @Test("A body that is streamed after the handler has returned has the request's user")
  func streams() async throws {
    try await withServer { client in
      for token in ["ada", "bert"] {
        _ = try await client.send(
          ClientRequest(
            method: .POST, path: "/tickets", token: token, body: #"{"title": "By \#(token)"}"#))
      }
      let response = try await client.send(
        ClientRequest(path: "/tickets/export.csv", token: "bert"))
      #expect(response.status == 200)
      #expect(response.body == "id,author,title\n2,Bert,\"By bert\"\n")
    }
  }

  @Test("A streamed body has the request's user, whether its length is known", arguments: [nil, 4])
  func streams(length: Int?) async throws {
    let router = Router()
    router.group("bert").add(middleware: RequestContainer()).get { _, _ in
      Response(
        status: .ok,
        body: ResponseBody(contentLength: length) { writer in
          try await writer.write(ByteBuffer(string: try Container.shared.user().name))
          try await writer.finish(nil)
        })
    }
    try await withServer(router) { client in
      let response = try await client.send(ClientRequest(path: "/bert", token: "bert"))
      #expect(response.body == "Bert")
    }
  }

  @Test("Without a token, and with a wrong one, a request is refused", arguments: [nil, "eve"])
  func unauthorised(token: String?) async throws {
    try await withServer { client in
      let response = try await client.send(ClientRequest(path: "/tickets", token: token))
      #expect(response.status == 401)
    }
  }

  @Test("A handler can read the identifier of its request")
  func identifiesRequests() async throws {
    let router = makeRouter()
    router.get("id") { _, context in context.id }
    try await withServer(router) { client in
      let first = try await client.send(ClientRequest(path: "/id"))
      let second = try await client.send(ClientRequest(path: "/id"))
      #expect(first.status == 200)
      #expect(!first.body.isEmpty && first.body != second.body)
    }
  }

  @Test("A ticket that a rule refuses is answered with the reason")
  func refused() async throws {
    try await withServer { client in
      let response = try await client.send(
        ClientRequest(method: .POST, path: "/tickets", token: "ada", body: #"{"title": ""}"#))
      #expect(response.status == 422)
      #expect(response.body.contains("the title is empty"))
    }
  }

  @Test("It says that it is alive, and ready, and what it has counted")
  func health() async throws {
    try await withServer { client in
      #expect(try await client.send(ClientRequest(path: "/health/live")).body == "alive\n")
      #expect(try await client.send(ClientRequest(path: "/health/ready")).body == "ready\n")
      _ = try await client.send(
        ClientRequest(method: .POST, path: "/tickets", token: "ada", body: #"{"title": "Noise"}"#))
      let metrics = try await client.send(ClientRequest(path: "/metrics")).body
      #expect(metrics.contains("tickets_opened 1.0"))
    }
  }

  @Test("If the database cannot be opened, the port is not, and the error names the factory")
  func noDatabase() async {
    struct Broken: Error {}
    Container.shared.database.register { throw Broken() }
    let error = await #expect(throws: WarmUpError.self) {
      try await withServer { _ in Issue.record("The server listens") }
    }
    #expect(error?.error is Broken)
    #expect(error?.factory.contains("Container.") == true)
  }
}
