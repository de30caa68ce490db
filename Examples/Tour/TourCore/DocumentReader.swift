// Factory, MIT licence; see LICENSE
//
// Reads one document from the text source.
import FactoryKit

/// Reads the document at one path, once.
package final class DocumentReader {
  private let path: String
  private let source: any TextSource
  private let parser: MarkdownParser
  // Resolved on first use, so not at all if nothing is logged.
  @LazyInjected(\.logger) private var logger
  private var known: Document?

  init(path: String, source: any TextSource, parser: MarkdownParser) {
    self.path = path
    self.source = source
    self.parser = parser
  }

  package func document() throws(UnreadableFile) -> Document {
    if let known {
      logger.log("tour: \(path) was read already")
      return known
    }
    let document = Document(path: path, statistics: parser.parse(try source.text(at: path)))
    known = document
    return document
  }
}
