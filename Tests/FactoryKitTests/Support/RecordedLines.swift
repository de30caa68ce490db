// Factory, MIT licence; see LICENSE
//
// The messages about captive dependencies that are logged during a test.
import FactoryTestSupport
import FactoryTesting

/// Records the lines of the log until it is released. Used by tests of the suite `ProcessWide` only,
/// because there is one logger in the process.
final class RecordedLines: Sendable {
  private let lines = LockedArray<String>()
  private let previous: UncheckedLogger

  init() {
    previous = UncheckedLogger(Container.shared.manager.logger)
    Container.shared.manager.logger = { [lines, previous] line in
      lines.append(line)
      previous.write(line)
    }
  }

  deinit { Container.shared.manager.logger = previous.write }

  /// The chains of the reports that contain a text: the names of the factories of each.
  func captives(of containing: String) -> [[String]] {
    lines.elements.filter { $0.contains("captive dependency") && $0.contains(containing) }
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
