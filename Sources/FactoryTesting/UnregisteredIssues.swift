// Factory, MIT licence; see LICENSE
//
// Records an issue if a test resolves a required or promised factory without a registration.
internal import FactoryKit
internal import Testing

/// Records the factories without a registration that one test resolves.
final class UnregisteredIssues: Sendable {
  let report: TestReport
  private let recorder: IssueRecorder

  /// Nil outside of the tests of Swift Testing, where there is nothing to record issues in.
  init?(_ test: Test?, _ sourceLocation: SourceLocation? = nil) {
    guard let test else { return nil }
    let recorder = IssueRecorder(test.id, sourceLocation ?? test.sourceLocation)
    self.recorder = recorder
    report = TestReport(test: test.displayName ?? test.name) { message, isFatal in
      recorder.report(message, isUrgent: isFatal)
    }
  }

  /// Records the issues of threads and detached tasks that use the test's container.
  func begin<C: SharedContainer>(in container: C) {
    container.manager.setTestReport(report)
  }

  /// The containers keep the report: a thread that outlives the test records an issue of no test, which
  /// fails the run. Without the report it would end the process.
  func end() { recorder.end() }
}
