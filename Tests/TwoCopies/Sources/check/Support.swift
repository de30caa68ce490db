// Factory, MIT licence; see LICENSE
//
// What the threads of the checks share.
import Dispatch
import Plugin

/// Services that several threads got.
final class Results: @unchecked Sendable {
  // Sendable: guarded by `queue`.
  private let queue = DispatchQueue(label: "results")
  private var all: [Service] = []

  func add(_ service: Service) { queue.sync { all.append(service) } }
  var services: [Service] { queue.sync { all } }
}

/// A count that several threads change.
final class Count: @unchecked Sendable {
  // Sendable: guarded by `queue`.
  private let queue = DispatchQueue(label: "count")
  private var count = 0

  func add(_ number: Int) { queue.sync { count += number } }
  var value: Int { queue.sync { count } }
}
