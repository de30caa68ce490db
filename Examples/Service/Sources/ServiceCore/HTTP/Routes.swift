// Factory, MIT licence; see LICENSE
//
// What the service answers.
import FactoryKit
import Hummingbird
import Logging

/// The routes of the service. They resolve from `Container.shared` when they are called.
public func makeRouter() -> Router<BasicRequestContext> {
  let router = Router()
  router.addMiddleware { MetricsMiddleware() }

  // For what watches the process. These requests have no user, and no container of their own.
  router.get("health/live") { _, _ in "alive\n" }
  router.get("health/ready") { _, _ in
    do {
      try await Container.shared.database().ping()
      return "ready\n"
    } catch {
      throw HTTPError(.serviceUnavailable, message: "\(error)")
    }
  }
  router.get("metrics") { _, _ in Container.shared.metrics().text }

  let tickets = router.group("tickets").add(middleware: RequestContainer())
  tickets.get { _, _ in try await Container.shared.tickets().all() }
  tickets.post { request, context in
    struct Body: Decodable { var title: String }
    let body = try await request.decode(as: Body.self, context: context)
    do {
      let ticket = try await Container.shared.openTicket()(title: body.title)
      return EditedResponse(status: .created, response: ticket)
    } catch let refused as Refused {
      throw HTTPError(.unprocessableContent, message: refused.reason)
    }
  }
  tickets.get("export.csv") { _, _ in
    // Runs after the handler has returned.
    let body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: "id,author,title\n"))
      for ticket in try await Container.shared.tickets().all() {
        let line = "\(ticket.id),\(ticket.author),\(ticket.title.quoted)\n"
        try await writer.write(ByteBuffer(string: line))
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/csv"], body: body)
  }
  tickets.get(":id") { _, context in
    let id = try context.parameters.require("id")
    guard let ticket = try await Container.shared.tickets().ticket(id) else {
      throw HTTPError(.notFound, message: "there is no ticket \(id)")
    }
    return ticket
  }
  return router
}

extension Ticket: ResponseCodable {}

extension String {
  /// As a value in a file of comma-separated values.
  fileprivate var quoted: String {
    "\"" + replacing("\"", with: "\"\"") + "\""
  }
}
