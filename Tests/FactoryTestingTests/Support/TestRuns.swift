// Factory, MIT licence; see LICENSE
//
// Code that runs as a test with a trait, the containers that tests have seen, and the factories of messages.
import FactoryTestSupport
import FactoryTesting
import Testing

/// Runs `body` as the trait runs a test.
func asTest<T: TestTrait & TestScoping>(
  _ trait: T, _ body: @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
}

/// Whether no test has passed this container before.
func isNew(_ container: some ManagedContainer) -> Bool {
  seenContainers.withLock { seen in
    defer { seen.append(container) }
    return !seen.contains { $0 === container }
  }
}

/// Retained, so that no two have the same address.
private let seenContainers = LockedValue([AnyObject]())

/// The name of the factory that each message is about, without its container.
func factories(_ messages: [String]) -> [String] {
  messages.map { message in
    let start = message.split(separator: "<").first ?? ""
    return start.split(separator: ".").last.map(String.init) ?? message
  }
}
