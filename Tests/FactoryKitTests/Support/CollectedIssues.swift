// Factory, MIT licence; see LICENSE
//
// The messages of the issues that code of a test records.
import FactoryTestSupport
import Testing

/// Runs `body`, and returns the messages of the issues that it records. With the trait `collectsIssues`,
/// they do not fail the test; without it, they do, and none is returned.
package func issues(in body: () throws -> Void) -> [String] {
  let messages = LockedArray<String>()
  CollectedIssues.$messages.withValue(messages) {
    do { try body() } catch { Issue.record(error) }
  }
  return messages.elements
}

package func issues(
  isolation: isolated (any Actor)? = #isolation, in body: () async throws -> Void
) async -> [String] {
  let messages = LockedArray<String>()
  await CollectedIssues.$messages.withValue(messages) {
    do { try await body() } catch { Issue.record(error) }
  }
  return messages.elements
}

extension Trait where Self == IssueHandlingTrait {
  /// Lets `issues(in:)` take the issues of a test. `withKnownIssue` would do that too, but a run with
  /// known issues looks like one that has failed.
  package static var collectsIssues: Self {
    .compactMapIssues { issue in
      guard let messages = CollectedIssues.messages else { return issue }
      messages.append(issue.comments.first?.rawValue ?? "\(issue)")
      return nil
    }
  }
}

private enum CollectedIssues {
  /// Of the innermost `issues(in:)`.
  @TaskLocal static var messages: LockedArray<String>?
}
