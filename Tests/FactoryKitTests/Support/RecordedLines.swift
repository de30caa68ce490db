// Factory, MIT licence; see LICENSE
//
// The lines that are logged during a test.
import FactoryTestSupport
import FactoryTesting

/// Records the lines of the log until it is released. Used by tests of the suite `ProcessWide` only; others use
/// `ExpectedLines`.
///
/// The lines that the test does not ask for fail the test run in the end.
package final class RecordedLines: Sendable {
  private struct Line {
    let text: String
    var isExpected: Bool
  }

  private let recorded = LockedValue<[Line]>([])
  private let id: Int

  package init() {
    id = TestLog.record { [recorded] text, isExpected in
      recorded.withLock { $0.append(Line(text: text, isExpected: isExpected)) }
    }
  }

  deinit {
    TestLog.waitForLines()
    TestLog.remove(id)
    for line in recorded.withLock({ $0 }) where !line.isExpected {
      TestLog.failUnexpected(line.text)
    }
  }

  /// The lines that contain a text, until now.
  package func lines(containing text: String) -> [String] {
    TestLog.waitForLines()
    return recorded.withLock { lines in
      for index in lines.indices where lines[index].text.contains(text) {
        lines[index].isExpected = true
      }
      return lines.map(\.text).filter { $0.contains(text) }
    }
  }
}

extension [String] {
  /// The chains of the reports that a registration was passed over among these lines: the names of the factories of
  /// each.
  package var passedOver: [[String]] {
    filter { $0.contains("FactoryKit: passed over: ") }.map { report in
      report.split(separator: "\n").dropFirst().filter { $0.hasPrefix("  ") }.map { line in
        String(line.split(separator: "<")[0].split(separator: ".").last ?? "")
      }
    }
  }
}
