// Factory, MIT licence; see LICENSE
//
// Start here: everything the program is made of, one factory each. A factory is a computed
// property of a container, so a misspelt dependency does not compile, and Xcode completes it.
import FactoryKit
import Foundation

extension Container {
  /// The program. Its own dependencies are handed to its initialiser.
  package var tour: Factory<Tour> {
    self { Tour(clock: self.clock(), writer: self.reportWriter()) }
  }

  /// Reads one document. It needs a value that is known only while the program runs, the path,
  /// so it is a `ParameterFactory`. A path given twice meets the same reader: the scope keeps one
  /// for each parameter.
  package var documentReader: ParameterFactory<String, DocumentReader> {
    self { DocumentReader(path: $0, source: self.textSource(), parser: self.parser()) }
      .scopeOnParameters.cached
  }

  /// Where texts come from. Unscoped, as most factories: who asks gets a new one.
  package var textSource: Factory<any TextSource> {
    self { FileTextSource() }
  }

  /// One parser for the container; it has no state that documents could disturb.
  package var parser: Factory<MarkdownParser> {
    self { MarkdownParser(commonWords: self.commonWords()) }.cached
  }

  /// Kept as long as somebody holds it, here the parser.
  package var commonWords: Factory<CommonWords> {
    self { CommonWords() }.shared
  }

  /// How the report is written; plain text unless something else is asked for.
  package var reportWriter: Factory<any ReportWriter> {
    self { TextReportWriter() }
  }

  /// A factory may make a function too: no protocol is needed to replace a clock. The outer
  /// braces are the factory's, the inner ones the function's.
  package var clock: Factory<Clock> {
    self { { Date() } }
  }

  /// One logger for the process, whatever container asks. It says nothing: whether and where to
  /// log is for the application to decide, see `tour/Container+AutoRegister.swift`.
  package var logger: Factory<any Logger> {
    self { SilentLogger() }.singleton
  }

  /// Whether resolutions are traced. Plain values are as good as classes.
  package var isTracing: Factory<Bool> {
    self { false }
  }
}
