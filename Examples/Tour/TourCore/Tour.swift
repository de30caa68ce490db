// Factory, MIT licence; see LICENSE
//
// The program: reads documents, and passes their report to a writer.
import FactoryKit
import Foundation

/// Returns the current time.
package typealias Clock = @Sendable () -> Date

/// Writes a report of the documents at some paths.
package final class Tour {
  /// The text to print, and the exit code of the process.
  package struct Outcome: Equatable {
    package var output: String
    package var exitCode: Int32
  }

  /// Exit codes, from BSD's sysexits.
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

  // Dependencies that depend on the caller are passed to the initialiser …
  private let clock: Clock
  private let writer: any ReportWriter
  // … and those that are the same everywhere can be injected with a property wrapper.
  @Injected(\.logger) private var logger

  init(clock: @escaping Clock, writer: any ReportWriter) {
    self.clock = clock
    self.writer = writer
  }

  /// Writes a report of the files that can be read, and logs an error for the others.
  ///
  /// Options are only validated here. They take effect through contexts of the factories.
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
