// Factory, MIT licence; see LICENSE
//
// The program: reads the documents it is asked for and hands their report to a writer.
import FactoryKit
import Foundation

/// Tells what time it is.
package typealias Clock = @Sendable () -> Date

/// Reports the documents at the paths it is given.
package final class Tour {
  /// What the process should print, and how it should end.
  package struct Outcome: Equatable {
    package var output: String
    package var exitCode: Int32
  }

  /// The codes of BSD's sysexits.
  package enum ExitCode {
    package static let success: Int32 = 0
    package static let usage: Int32 = 64
    package static let unreadable: Int32 = 66
  }

  package static let usage = """
    usage: tour [--json] [--mock] [--trace] file …

      --json   write the report as JSON
      --mock   read samples in place of the files
      --trace  show how the program is put together
    """

  // Dependencies that vary by caller come through the initialiser …
  private let clock: Clock
  private let writer: any ReportWriter
  // … those that are the same everywhere may be injected where they are used.
  @Injected(\.logger) private var logger

  init(clock: @escaping Clock, writer: any ReportWriter) {
    self.clock = clock
    self.writer = writer
  }

  /// Reports every file it can read, and logs the others.
  ///
  /// Options are not interpreted here: they are contexts of the factories.
  package func run(_ arguments: [String]) -> Outcome {
    let options = arguments.filter { $0.hasPrefix("--") }
    if let unknown = options.first(where: { !["--json", "--mock", "--trace"].contains($0) }) {
      logger.log("tour: unknown option \(unknown)\n\(Self.usage)")
      return Outcome(output: "", exitCode: ExitCode.usage)
    }
    let paths = arguments.filter { !$0.hasPrefix("--") }
    if paths.isEmpty {
      logger.log(Self.usage)
      return Outcome(output: "", exitCode: ExitCode.usage)
    }

    var documents: [Document] = []
    for path in paths {
      do {
        // The path is known only now, so the reader is resolved here.
        documents.append(try Container.shared.documentReader(path).document())
      } catch {
        logger.log("tour: \(error)")
      }
    }
    return Outcome(
      output: documents.isEmpty ? "" : writer.write(Report(date: clock(), documents: documents)),
      exitCode: documents.count == paths.count ? ExitCode.success : ExitCode.unreadable)
  }
}
