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

  /// Reads one document. The path is known only at run time, so this is a `ParameterFactory`. The
  /// scope caches one reader per path.
  package var documentReader: ParameterFactory<String, DocumentReader> {
    self { DocumentReader(path: $0, source: self.textSource(), parser: self.parser()) }
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
