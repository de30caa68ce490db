// Factory, MIT licence; see LICENSE
//
// What a container for each request costs. README.md says how to measure it.
import FactoryTesting
import Foundation
import Testing

// Not strict, because a strict container checks each resolution.
@Suite("The cost", .container { $0.registerForTests() }, .timeLimit(.minutes(30)))
struct CostTests {
  @Test("What a container for each request adds")
  func cost() async throws {
    let routes = Routes()
    let figures = try await withServer(routes.router) { client in
      // The first round is not counted: connections and instances are made.
      var figures = Figures(routes.names)
      for round in 0...measurement.rounds {
        for name in routes.names {
          let time = try await serverTime(client, "/\(name)", requests: measurement.requests)
          if round > 0 { figures.add(time, to: name) }
        }
      }
      return figures
    }
    print(figures.table(routes.comparisons))
    #expect(figures.isComplete)
  }
}

/// The processor time that the server takes for one request, in microseconds: that of the process without that of
/// the client's thread.
private func serverTime(_ client: Client, _ path: String, requests: Int) async throws -> Double {
  let start = try await serverClock(client)
  try await withThrowingTaskGroup { group in
    for _ in 0..<connections {
      group.addTask {
        try await client.exchange(
          { $0 < requests / connections ? ClientRequest(path: path) : nil },
          { _, response in precondition(response.status == 200, response.body) })
      }
    }
    try await group.waitForAll()
  }
  let time = try await serverClock(client) - start
  return time / Double(requests / connections * connections)
}

private func serverClock(_ client: Client) async throws -> Double {
  try await client.loop.submit {
    microseconds(CLOCK_PROCESS_CPUTIME_ID) - microseconds(CLOCK_THREAD_CPUTIME_ID)
  }.get()
}

private func microseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
