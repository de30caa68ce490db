// Factory, MIT licence; see LICENSE
//
// The same request with and without a container of its own.
import FactoryTesting
import Foundation
import Hummingbird
import ServiceCore

struct Routes {
  /// What is compared, and with what.
  let comparisons: [(name: String, base: String, what: String)] = [
    ("nothing.run", "nothing", "a child, and `run`"),
    ("nothing.user", "nothing", "a child, `run`, two registrations, one of which is resolved"),
    ("nothing.service", "nothing", "the same, with a service of 9 factories"),
    ("nothing.async", "nothing", "the same, with an asynchronous cached factory"),
    ("nothing.unscoped", "nothing", "the same, with an asynchronous factory without a scope"),
    ("read.user", "read", "a child, `run`, two registrations, one of which is resolved"),
    ("read.tickets", "read", "the same, with a repository of 4 factories"),
    ("read.service", "read", "the same, with a service of 9 factories"),
  ]
  let names = [
    "nothing", "nothing.run", "nothing.user", "nothing.service", "nothing.async",
    "nothing.unscoped", "read", "read.user", "read.tickets", "read.service",
  ]

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("nothing") { _, _ in await answer() }
    router.get("nothing.run") { _, _ in
      await Container(parent: .shared).run { await answer() }
    }
    router.get("nothing.user") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        _ = try Container.shared.user()
        return await answer()
      }
    }
    router.get("nothing.service") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        _ = try Container.shared.openTicket()
        return await answer()
      }
    }
    router.get("nothing.async") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        _ = try await Container.shared.asynchronous()
        return "done"
      }
    }
    router.get("nothing.unscoped") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        _ = try await Container.shared.unscoped()
        return "done"
      }
    }
    router.get("read") { _, _ in
      let database = try Container.shared.openDatabase()
      return try await TicketRepository(ada, database).ticket("1")?.title ?? "none"
    }
    router.get("read.user") { _, context in
      let database = try Container.shared.openDatabase()
      return try await Container.shared.forRequest(of: ada, context.logger).run {
        try await TicketRepository(Container.shared.user(), database).ticket("1")?.title ?? "none"
      }
    }
    router.get("read.tickets") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        try await Container.shared.tickets().ticket("1")?.title ?? "none"
      }
    }
    router.get("read.service") { _, context in
      try await Container.shared.forRequest(of: ada, context.logger).run {
        _ = try Container.shared.openTicket()
        return try await Container.shared.tickets().ticket("1")?.title ?? "none"
      }
    }
    return router
  }
}

extension Container {
  fileprivate var asynchronous: AsyncFactory<User, any Error> { self { try self.user() }.cached }
  fileprivate var unscoped: AsyncFactory<User, any Error> { self { try self.user() } }
}

/// Asynchronous, as handlers are.
private func answer() async -> String { "done" }

/// The processor times of each route, in microseconds for one request, round by round.
struct Figures {
  private var times: [String: [Double]]

  init(_ names: [String]) {
    times = Dictionary(uniqueKeysWithValues: names.map { ($0, []) })
  }

  mutating func add(_ time: Double, to name: String) { times[name]!.append(time) }

  var isComplete: Bool { times.values.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 > 0 } } }

  /// A line for each comparison. Of each route, the round that took least counts: what else the machine does makes
  /// rounds longer, and none shorter.
  func table(_ comparisons: [(name: String, base: String, what: String)]) -> String {
    var lines = ["processor time of the server for one request, in µs: without, with, difference"]
    for (name, base, what) in comparisons {
      let (with, without) = (times[name]!.min()!, times[base]!.min()!)
      let numbers = [without, with, with - without, (with / without - 1) * 100].map {
        let text = String(format: "%.1f", $0)
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
      }
      lines.append("\(numbers.joined()) %  \(base): \(what)")
    }
    return lines.joined(separator: "\n")
  }
}
