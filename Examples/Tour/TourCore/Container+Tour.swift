// Factory, MIT licence; see LICENSE
//
// Start reading here: one factory for each component of the program. A factory is a computed
// property of a container, so a misspelt dependency does not compile, and Xcode completes it.
import FactoryKit
import Foundation

extension Container {
  /// The program. Its dependencies are passed to its initialiser.
  package var tour: Factory<Tour> {
    self { Tour(clock: self.clock(), writer: self.reportWriter()) }
  }

  /// One document. Reading it takes time and can fail, so this is an asynchronous factory, and the
  /// path, which is known only at run time, is its parameter. The scope caches one document per path:
  /// it is read once, even if several tasks ask for it at the same time. An error is not cached.
  package var document: AsyncParameterFactory<String, Document, UnreadableFile> {
    self { (path: String) async throws(UnreadableFile) in
      let text = try await self.textSource().text(at: path)
      return Document(path: path, statistics: self.parser().parse(text))
    }
    .scopeOnParameters.cached
  }

  /// The source of the texts. Unscoped, like most factories: each resolution creates a new
  /// instance.
  package var textSource: Factory<any TextSource> {
    self { FileTextSource() }
  }

  /// One parser per container, which can be shared because it has no mutable state.
  package var parser: Factory<MarkdownParser> {
    self { MarkdownParser(commonWords: self.commonWords()) }.cached
  }

  /// Held weakly: it lives as long as something retains it, here the parser.
  package var commonWords: Factory<CommonWords> {
    self { CommonWords() }.shared
  }

  /// Writes the report, as plain text by default.
  package var reportWriter: Factory<any ReportWriter> {
    self { TextReportWriter() }
  }

  /// A factory can also create a function, so a clock can be replaced without a protocol. The outer
  /// braces are the factory's closure, the inner ones the function.
  package var clock: Factory<Clock> {
    self { { Date() } }
  }

  /// One logger per process, shared by all containers. This one discards messages: the application
  /// decides whether and where to log, in `tour/Container+AutoRegister.swift`.
  package var logger: Factory<any Logger> {
    self { SilentLogger() }.singleton
  }

  /// Whether resolutions are traced. Factories can also create values.
  package var isTracing: Factory<Bool> {
    self { false }
  }
}
