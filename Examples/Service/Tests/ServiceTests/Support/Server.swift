// Factory, MIT licence; see LICENSE
//
// The real server, in the process of the tests.
import FactoryTesting
import Hummingbird
import ServiceCore

/// Runs the services of a container, and ends them in order when `operation` has returned.
func withServer<Result: Sendable>(
  _ router: Router<BasicRequestContext> = makeRouter(),
  _ operation: @escaping @Sendable (Client) async throws -> Result
) async throws -> Result {
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  let group = try makeServiceGroup(Container.shared, router, signals: []) {
    continuation.yield($0)
  }
  return try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      defer { continuation.finish() }
      try await group.run()
    }
    for await port in ports {
      let result: Swift.Result<Result, any Error>
      do {
        result = .success(try await operation(Client(port: port)))
      } catch {
        result = .failure(error)
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return try result.get()
    }
    // The services have ended without a port.
    try await tasks.waitForAll()
    throw Disconnected()
  }
}
