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
  // … and those that are the same everywhere can be injected with a property wrapper. This one is
  // resolved on first use, so not at all if nothing is logged.
  @LazyInjected(\.logger) private var logger

  init(clock: @escaping Clock, writer: any ReportWriter) {
    self.clock = clock
    self.writer = writer
  }

  /// Runs the program with the arguments of the process.
  package func run(_ arguments: [String]) async -> Outcome {
    switch TourCommand.parse(arguments) {
    case .report(let paths):
      return await report(paths)
    case .help:
      return Outcome(output: TourCommand.helpText, exitCode: ExitCode.success)
    case .invalid(let reason):
      logger.log("tour: \(reason)\n\(TourCommand.usage)")
      return Outcome(output: "", exitCode: ExitCode.usage)
    }
  }

  /// Writes a report of the files that can be read, and logs an error for the others.
  private func report(_ paths: [String]) async -> Outcome {
    var documents: [Document] = []
    for result in await Self.read(paths) {
      switch result {
      case .success(let document): documents.append(document)
      case .failure(let error): logger.log("tour: \(error)")
      }
    }
    return Outcome(
      output: documents.isEmpty ? "" : writer.write(Report(date: clock(), documents: documents)),
      exitCode: documents.count == paths.count ? ExitCode.success : ExitCode.unreadable)
  }

  /// Reads all documents at the same time. A document that is given twice is read once, because its
  /// factory caches it. The results are in the order of the paths.
  private static func read(_ paths: [String]) async -> [Result<Document, UnreadableFile>] {
    await withTaskGroup(of: (Int, Result<Document, UnreadableFile>).self) { group in
      for (index, path) in paths.enumerated() {
        group.addTask {
          do throws(UnreadableFile) {
            // The path is known only now, so the document is resolved here. Child tasks inherit the
            // shared container, for example that of a test.
            return (index, .success(try await Container.shared.document(path)))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
