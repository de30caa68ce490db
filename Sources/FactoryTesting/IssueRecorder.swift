// Factory, MIT licence; see LICENSE
//
// Records messages of FactoryKit as issues of a test.
internal import FactoryKit
internal import Testing

/// Records messages as issues of one test.
final class IssueRecorder: Sendable {
  private let test: Test.ID?
  private let sourceLocation: SourceLocation
  private let state = Locked(State())

  private struct State {
    /// The messages of tasks and threads that do not belong to the test.
    var later: [String] = []
    var hasEnded = false
  }

  init(_ test: Test.ID?, _ sourceLocation: SourceLocation) {
    self.test = test
    self.sourceLocation = sourceLocation
  }

  /// - Parameter isUrgent: whether the process ends next.
  func report(_ message: String, isUrgent: Bool = false) {
    if test == nil {
      ContainerManager.log(message)
    } else if Test.current?.id == test {
      record(message)
    } else {
      let isLate = state.withLock { state in
        if state.hasEnded || isUrgent { return true }
        state.later.append(message)
        return false
      }
      // An issue of no test, which fails the run.
      if isLate { record(message) }
    }
  }

  func end() {
    let messages = state.withLock { state in
      state.hasEnded = true
      defer { state.later = [] }
      return state.later
    }
    for message in messages { record(message) }
  }

  private func record(_ message: String) {
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
  }
}
