// Factory, MIT licence; see LICENSE
//
// The library's messages during tests. The process has one logger, which tests that run at the same time share:
// it passes each line to the tests that expect it. A line that no test expects fails the test run.
import FactoryKit
import FactoryKitCore
import Testing

/// Takes the lines of the log that contain a text, until it is released.
///
/// Other tests log at the same time, so the text should name a container or a factory of the test.
package final class ExpectedLines: Sendable {
  private let taken = LockedArray<String>()
  private let id: Int

  package init(containing text: String) {
    id = TestLog.expect { [taken] line in
      guard line.contains(text) else { return false }
      taken.append(line)
      return true
    }
  }

  deinit { TestLog.remove(id) }

  /// The lines until now.
  package var lines: [String] {
    TestLog.waitForLines()
    return taken.elements
  }
}

/// The logger of the test process.
package enum TestLog {
  private struct State {
    var lastID = 0
    /// Each returns whether it takes a line.
    var expectations: [Int: @Sendable (String) -> Bool] = [:]
    var recordings: [Int: @Sendable (_ line: String, _ isExpected: Bool) -> Void] = [:]
    /// Lines that are logged to learn when the lines before them are written.
    var marks: [String: Gate] = [:]

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private struct Logger: @unchecked Sendable {
    // Sendable: the library's own logger, which any thread may call.
    let write: (String) -> Void
  }

  private static let state = LockedValue(State())

  private static let previous: Logger = {
    let manager = ContainerManager()
    let previous = Logger(write: manager.logger)
    manager.logger = write
    return previous
  }()

  /// Sets the logger. A test that replaces it calls this before, and passes the lines that it does not expect
  /// to the logger that it has replaced.
  package static func install() { _ = previous }

  /// Passes each line to `take`, which returns whether the line is expected.
  static func expect(_ take: @escaping @Sendable (String) -> Bool) -> Int {
    install()
    return state.withLock { state in
      let id = state.nextID()
      state.expectations[id] = take
      return id
    }
  }

  /// Passes each line to `record`, together with whether it is expected. Those that are not expected are
  /// left to `record`.
  package static func record(
    _ record: @escaping @Sendable (_ line: String, _ isExpected: Bool) -> Void
  ) -> Int {
    install()
    return state.withLock { state in
      let id = state.nextID()
      state.recordings[id] = record
      return id
    }
  }

  package static func remove(_ id: Int) {
    let removed = state.withLock { state in
      (state.expectations.removeValue(forKey: id), state.recordings.removeValue(forKey: id))
    }
    // Released without the lock.
    withExtendedLifetime(removed) {}
  }

  /// Waits until the lines that were logged before are written: another thread may be writing them.
  package static func waitForLines() {
    install()
    let isWritten = Gate()
    let mark = state.withLock { state in
      let mark = "TestLog, mark \(state.nextID())"
      state.marks[mark] = isWritten
      return mark
    }
    ContainerManager.log(mark)
    isWritten.wait()
  }

  /// Fails the test run because of a line that no test expects. Prints it, too, since it may be written on a thread
  /// of no test.
  package static func failUnexpected(_ line: String) {
    previous.write(line)
    Issue.record(
      "Tests take the messages that they provoke, see Tests/README.md. Not taken: \(line)")
  }

  /// Whether a line is one of the trace, whose form is "1:     App.Container.service<Service> = N:-".
  private static func isTrace(_ line: String) -> Bool {
    let rest = line.drop { $0.isNumber }
    return rest.startIndex > line.startIndex && rest.hasPrefix(": ")
  }

  private static func write(_ line: String) {
    let (mark, expectations, recordings) = state.withLock { state in
      (
        state.marks.removeValue(forKey: line), Array(state.expectations.values),
        Array(state.recordings.values)
      )
    }
    if let mark { return mark.open() }
    // A test that traces has a logger of its own. Resolutions of tests that run at the same time are traced too.
    if isTrace(line) { return }
    var isExpected = false
    for take in expectations where take(line) { isExpected = true }
    for record in recordings { record(line, isExpected) }
    if !isExpected, recordings.isEmpty { failUnexpected(line) }
  }
}
