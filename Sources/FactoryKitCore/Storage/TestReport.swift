// Factory, MIT licence; see LICENSE
//
// Where the library reports that a test has resolved a factory without a registration. Created by
// FactoryTesting.

/// Records that a required or promised factory without a registration was resolved in a test.
///
/// The test's tasks inherit it, so that it applies to all containers that they use. The test's
/// containers refer to it too, for threads and detached tasks that use them.
package final class TestReport: Sendable {
  /// That of the current task; nil outside of tests.
  @TaskLocal package static var current: TestReport?

  /// The name of the test.
  let test: String
  /// - Parameter isFatal: whether the process ends next.
  let record: @Sendable (_ message: String, _ isFatal: Bool) -> Void

  package init(
    test: String, _ record: @escaping @Sendable (_ message: String, _ isFatal: Bool) -> Void
  ) {
    self.test = test
    self.record = record
  }
}

/// What happens after the report of a factory without a registration in a test.
package enum UnregisteredConsequence {
  /// The factory throws an error.
  case throwsError
  /// The factory resolves to nil.
  case returnsNil
  /// The process ends.
  case traps
}
