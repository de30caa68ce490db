// Factory, MIT licence; see LICENSE
//
// 64 connections at the same time: no request sees what belongs to another one.
import FactoryTesting
import Hummingbird
import ServiceCore
import Synchronization
import Testing

extension Container {
  /// A number that each request's container has for itself.
  fileprivate var number: Factory<Int> { self { numbers.next() }.cached.testable }
}

private let numbers = Numbers()

@Suite("Under load", .service, .timeLimit(.minutes(30))) struct LoadTests {
  @Test("At concurrency 64, no request sees another's instances")
  func isolation() async throws {
    let router = Router()
    router.group("who").add(middleware: RequestContainer()).get { _, _ in
      // The same instance everywhere in the request: here, in a child task, after a suspension, and in the body
      // that is streamed when the handler has returned.
      let number = Container.shared.number()
      async let inChildTask = Container.shared.number()
      await Task.yield()
      let user = try Container.shared.user()
      let numbers = [number, await inChildTask, dependency(\.number)]
      _ = try Container.shared.openTicket()
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          let all = numbers + [Container.shared.number()]
          try await writer.write(
            ByteBuffer(string: "\(user.name) \(try Container.shared.user().name)"))
          await Task.yield()
          try await writer.write(ByteBuffer(string: " \(all) \(Container.shared.number())"))
          try await writer.finish(nil)
        })
    }
    let users = try await Container.shared.users()
    for number in 0..<connections {
      try await users.add(
        User(name: "u\(number)", tenant: Tenant(id: "t\(number)")), token: "token\(number)")
    }
    let requests = measurement.requests / connections
    let check = IsolationCheck()
    try await withServer(router) { client in
      try await withThrowingTaskGroup { group in
        for connection in 0..<connections {
          let user: @Sendable (Int) -> Int = { (connection + 7 * $0) % connections }
          group.addTask {
            try await client.exchange(
              { $0 < requests ? ClientRequest(path: "/who", token: "token\(user($0))") : nil },
              { number, response in check.add(response.body, to: "u\(user(number))") })
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(check.wrong == [])
    #expect(check.count == requests * connections)
  }
}

/// Checks what the requests of `isolation` have got.
private final class IsolationCheck: Sendable {
  private let state = Mutex((seen: Set<Int>(), wrong: [String]()))

  var count: Int { state.withLock { $0.seen.count } }
  var wrong: [String] { state.withLock { $0.wrong } }

  /// Adds the response to a user.
  func add(_ body: String, to user: String) {
    let number = body.split(separator: " ").last.flatMap { Int($0) } ?? 0
    let expected = "\(user) \(user) [\(number), \(number), \(number), \(number)] \(number)"
    state.withLock { state in
      if !state.seen.insert(number).inserted || body != expected {
        state.wrong.append("\(user) got \(body)")
      }
    }
  }
}
