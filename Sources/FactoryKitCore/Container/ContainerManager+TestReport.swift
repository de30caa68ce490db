// Factory, MIT licence; see LICENSE
//
// Issues of tests that resolve a required or promised factory without a registration.

extension ContainerManager {
  /// Reports factories of this container without a registration that the test resolves outside of
  /// its own tasks.
  package func setTestReport(_ report: TestReport) {
    core.withLock { state, garbage in
      if let old = state.testReport { garbage.add(old) }
      state.testReport = report
    }
  }

  /// The report of the current test, or of the one to which this container belongs.
  private var testReport: TestReport? { TestReport.current ?? core.setting { $0.testReport } }

  /// Records an issue in the current test. False outside of tests.
  package func reportInTest(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool {
    guard let report = testReport else { return false }
    report.record(
      Message.unregisteredInTest(missing, report.test, consequence), consequence == .traps)
    return true
  }
}
