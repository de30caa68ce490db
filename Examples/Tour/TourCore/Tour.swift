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

  // Dependencies that depend on the caller are passed to the initialiser …
  private let clock: Clock
  private let writer: any ReportWriter
  // … and those that are the same everywhere can be injected with a property wrapper.
  @Injected(\.logger) private var logger

  init(clock: @escaping Clock, writer: any ReportWriter) {
    self.clock = clock
    self.writer = writer
  }

  /// Runs the program with the arguments of the process.
  package func run(_ arguments: [String]) -> Outcome {
    switch TourCommand.parse(arguments) {
    case .report(let paths):
      return report(paths)
    case .help:
      return Outcome(output: TourCommand.helpText, exitCode: ExitCode.success)
    case .invalid(let reason):
      logger.log("tour: \(reason)\n\(TourCommand.usage)")
      return Outcome(output: "", exitCode: ExitCode.usage)
    }
  }

  /// Writes a report of the files that can be read, and logs an error for the others.
  private func report(_ paths: [String]) -> Outcome {
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
