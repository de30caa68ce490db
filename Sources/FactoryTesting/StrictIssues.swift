// Factory, MIT licence; see LICENSE
//
// Records the issues of a strict container in the test that created it.
internal import FactoryKit
internal import Testing

/// Makes a container strict, and records its messages as issues of a test.
///
/// An issue is recorded by the task that resolves, so that `withKnownIssue` around the resolution
/// matches it. A detached task or a thread belongs to no test: its issues are recorded when the test
/// ends.
final class StrictIssues: Sendable {
  private let strictness: Strictness
  private let record: IssueRecorder

  /// Makes a container strict until `end`. Called while the container is the shared one.
  /// - Parameter test: nil outside of Swift Testing's tests; the messages are then logged.
  init<C: SharedContainer>(
    of container: C, allowing factories: [AllowedFactory<C>], test: Test.ID?,
    _ sourceLocation: SourceLocation
  ) {
    let record = IssueRecorder(test, sourceLocation)
    self.record = record
    strictness = Strictness { record.report($0) }
    container.manager.setStrictness(strictness)
    allow(factories, of: container)
    strictness.begin()
  }

  /// For the current test, or none. Nil if the container is not to be strict.
  convenience init?<C: SharedContainer>(
    ifIn options: ContainerTestOptions, of container: C, allowing factories: [AllowedFactory<C>],
    _ sourceLocation: SourceLocation
  ) {
    guard options.contains(.strict) else { return nil }
    self.init(of: container, allowing: factories, test: Test.current?.id, sourceLocation)
  }

  func allow<C: SharedContainer>(_ factories: [AllowedFactory<C>], of container: C) {
    for factory in factories { factory.allow(in: container, strictness) }
  }

  func end<C: SharedContainer>(of container: C) {
    container.manager.setStrictness(nil)
    record.end()
  }
}
