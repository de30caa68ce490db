// Factory, MIT licence; see LICENSE
//
// Records an issue if a test resolves a required or promised factory without a registration.
internal import FactoryKit
internal import Testing

/// Records the factories without a registration that one test resolves.
///
/// The test's tasks inherit it, so that it applies to all containers that they use. The test's
/// container refers to it too, for threads and detached tasks that use it.
final class UnregisteredIssues: ResolutionObserver {
  private let test: String
  private let recorder: IssueRecorder
  let receivesSteps = false
  /// The container keeps it until the next one: a thread that outlives the test records an issue of no test, which
  /// fails the run. Without this observer, such a resolution would end the process.
  let hasEnded = false

  /// Nil outside of the tests of Swift Testing, where there is nothing to record issues in.
  init?(_ test: Test?, _ sourceLocation: SourceLocation? = nil) {
    guard let test else { return nil }
    self.test = test.displayName ?? test.name
    recorder = IssueRecorder(test.id, sourceLocation ?? test.sourceLocation)
  }

  func reportUnregistered(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool {
    let isFatal = if case .traps = consequence { true } else { false }
    recorder.report(
      Message.unregisteredInTest(missing, test, consequence), isUrgent: isFatal)
    return true
  }

  func end() { recorder.end() }
}
