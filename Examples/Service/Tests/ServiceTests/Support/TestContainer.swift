// Factory, MIT licence; see LICENSE
//
// The container of a test: a database in memory, and nothing that leaves the process.
import Configuration
import FactoryTesting
import Foundation
import Logging
import ServiceCore
import ServiceRules
import Synchronization
import Testing

extension Trait where Self == ContainerTrait<Container> {
  /// A strict container, in which everything live is replaced.
  static var service: ContainerTrait<Container> {
    .container(.strict) { $0.registerForTests() }
  }
}

extension Container {
  func registerForTests() {
    config.register {
      ConfigReader(provider: InMemoryProvider(values: ["http.port": 0, "jobs.interval": 60_000]))
    }
    logger.register { Logger(label: "test") { _ in SilentLog() } }
    database.register { try Database.inMemory() }
    clock.register { WallClock { Date(timeIntervalSince1970: 0) } }
    let numbers = Numbers()
    identifiers.register { Identifiers { "\(numbers.next())" } }
    let mailbox = Mailbox()
    self.mailbox.register { mailbox }
    mailer.register { tenant in FakeMailer(tenant, mailbox) }
    addRules()
  }

  /// What the fake mailers of this test have done.
  var mailbox: Factory<Mailbox> { self { Mailbox() }.cached }
}

final class Numbers: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}

/// The mails of all tenants.
final class Mailbox: Sendable {
  private let state = Mutex(State())

  struct State {
    var opened: [Tenant] = []
    var mails: [String] = []
    var closed: [Tenant] = []
    var failure: Refused?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  var mails: [String] { state.withLock { $0.mails } }
  var opened: [Tenant] { state.withLock { $0.opened } }
  var closed: [Tenant] { state.withLock { $0.closed } }

  /// Makes all mails fail, or none.
  func fail(_ failure: Refused?) { state.withLock { $0.failure = failure } }

  func change(_ body: (inout State) throws -> Void) rethrows {
    let waiting = try state.withLock { state in
      try body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when this many mails have been sent.
  func wait(for count: Int) async {
    while mails.count < count {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.mails.count < count { state.waiting.append(continuation) }
          return state.mails.count >= count
        }
        if isThere { continuation.resume() }
      }
    }
  }
}

struct FakeMailer: Mailer {
  let tenant: Tenant
  let mailbox: Mailbox

  init(_ tenant: Tenant, _ mailbox: Mailbox) {
    self.tenant = tenant
    self.mailbox = mailbox
    mailbox.change { $0.opened.append(tenant) }
  }

  func send(_ mail: Mail) async throws {
    try mailbox.change { state in
      if let failure = state.failure { throw failure }
      state.mails.append("\(tenant.id): \(mail.recipient): \(mail.subject)")
    }
  }

  func close() async { mailbox.change { $0.closed.append(tenant) } }
}

/// The users that a new database has.
let ada = User(name: "Ada", tenant: Tenant(id: "acorn"))
let bert = User(name: "Bert", tenant: Tenant(id: "birch"))

/// Runs what a request of a user would run.
func request<Result>(
  of user: User, _ operation: () async throws -> Result
) async throws -> Result {
  // The first users are in the table `user`, to which tickets refer.
  _ = try await Container.shared.users()
  let container = Container.shared
  return try await container.forRequest(of: user, container.logger()).run(operation)
}
