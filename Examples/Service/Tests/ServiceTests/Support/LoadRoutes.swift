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
    ("nothing.user", "nothing", "with two registrations, one of which is resolved"),
    ("nothing.service", "nothing", "with a service of 9 factories"),
    ("nothing.async", "nothing", "with an asynchronous cached factory"),
    ("nothing.unscoped", "nothing", "with an asynchronous factory without a scope"),
    ("read.user", "read", "a child, `run`, two registrations, the repository"),
    ("read.service", "read", "with a service of 9 factories"),
  ]
  let names = [
    "nothing", "nothing.run", "nothing.user", "nothing.service", "nothing.async",
    "nothing.unscoped", "read", "read.user", "read.service",
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

  /// A line for each comparison: medians, and the median of the differences of each round.
  func table(_ comparisons: [(name: String, base: String, what: String)]) -> String {
    var lines = ["processor time of the server for one request, in µs:"]
    for (name, base, what) in comparisons {
      let (with, without) = (times[name]!, times[base]!)
      let added = median(zip(with, without).map { $0 - $1 })
      let share = median(zip(with, without).map { ($0 / $1 - 1) * 100 })
      let numbers = [median(without), median(with), added, share].map {
        let text = String(format: "%.1f", $0)
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
      }
      lines.append("\(numbers[0])\(numbers[1])\(numbers[2])\(numbers[3]) %  \(base) and \(what)")
    }
    return lines.joined(separator: "\n")
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
