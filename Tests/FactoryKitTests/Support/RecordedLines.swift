// Factory, MIT licence; see LICENSE
//
// The lines that are logged during a test.
import FactoryTestSupport
import FactoryTesting

/// Records the lines of the log until it is released. Used by tests of the suite `ProcessWide` only,
/// because there is one logger in the process.
package final class RecordedLines: Sendable {
  private let lines = LockedArray<String>()
  private let previous: UncheckedLogger
  private let lastLine = LockedValue<Gate?>(nil)

  package init() {
    previous = UncheckedLogger(Container.shared.manager.logger)
    Container.shared.manager.logger = { [lines, previous, lastLine] line in
      if LastLineContainer.isLastLine(line) {
        lastLine.withLock { $0 }?.open()
        return
      }
      lines.append(line)
      previous.write(line)
    }
  }

  deinit { Container.shared.manager.logger = previous.write }

  /// The lines that contain a text. Waits for those that were logged before: another thread may be
  /// writing them.
  package func lines(containing text: String) -> [String] {
    let ended = Gate()
    lastLine.withLock { $0 = ended }
    LastLineContainer.logLastLine()
    ended.wait()
    return lines.elements.filter { $0.contains(text) }
  }

  /// The chains of the reports that contain a text: the names of the factories of each.
  package func captives(of containing: String) -> [[String]] {
    lines(containing: "captive dependency").filter { $0.contains(containing) }
      .map { report in
        report.split(separator: "\n").dropFirst().filter { $0.hasPrefix("  ") }.map { line in
          String(line.split(separator: "<")[0].split(separator: ".").last ?? "")
        }
      }
  }
}

private final class UncheckedLogger: @unchecked Sendable {
  // Sendable: the tests' loggers may be called from any thread.
  let write: (String) -> Void

  init(_ write: @escaping (String) -> Void) { self.write = write }
}
