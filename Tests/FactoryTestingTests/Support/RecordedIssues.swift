// Factory, MIT licence; see LICENSE
//
// The messages of the issues that code of a test records.
import FactoryTestSupport
import Testing

/// Runs `body`, and returns the messages of the issues that it records, which then do not fail the
/// test.
func issues(in body: () throws -> Void) -> [String] {
  let messages = LockedArray<String>()
  withKnownIssue(isIntermittent: true) {
    do { try body() } catch { Issue.record(error) }
  } matching: { issue in
    messages.append(issue.message)
    return true
  }
  return messages.elements
}

func issues(
  isolation: isolated (any Actor)? = #isolation, in body: () async throws -> Void
) async -> [String] {
  let messages = LockedArray<String>()
  await withKnownIssue(isIntermittent: true, isolation: isolation) {
    do { try await body() } catch { Issue.record(error) }
  } matching: { issue in
    messages.append(issue.message)
    return true
  }
  return messages.elements
}

extension Issue {
  fileprivate var message: String {
    comments.first?.rawValue ?? "\(self)"
  }
}

/// The name of the factory that each message is about, without its container.
func factories(_ messages: [String]) -> [String] {
  messages.map { message in
    let start = message.split(separator: "<").first ?? ""
    return start.split(separator: ".").last.map(String.init) ?? message
  }
}
