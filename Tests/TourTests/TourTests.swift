// Factory, MIT licence; see LICENSE
//
// The tour's program in one process, its dependencies replaced one by one.
import FactoryTesting
import Foundation
import Testing
import TourCore

/// Texts by path; any other path is unreadable.
private actor TextsByPath: TextSource {
  private let texts: [String: String]
  private(set) var readings = 0

  init(_ texts: [String: String]) {
    self.texts = texts
  }

  func text(at path: String) throws(UnreadableFile) -> String {
    readings += 1
    guard let text = texts[path] else {
      throw UnreadableFile(path: path, reason: "there is no such file")
    }
    return text
  }
}

/// Records the log. Used by one test on one thread.
private final class LogRecorder: Logger, @unchecked Sendable {
  private(set) var messages: [String] = []
  func log(_ message: String) { messages.append(message) }
}

@Suite("Tour", .container { $0.clock.register { { Date(timeIntervalSince1970: 0) } } })
struct TourTests {
  @Test("A report covers each file, and all of them together")
  func report() async {
    Container.shared.textSource.register {
      TextsByPath(["a.md": "# Tea\nTea kettles\n", "b.md": "kettles [x](y)"])
    }
    let outcome = await Container.shared.tour().run(["a.md", "b.md"])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output == """
        a.md
          lines           2
          words           3
          headings        1
          links           0
          code blocks     0
          longest line    11
          frequent words  kettles

        b.md
          lines           1
          words           2
          headings        0
          links           1
          code blocks     0
          longest line    14
          frequent words  kettles

        Total of 2 files
          lines           3
          words           5
          headings        1
          links           1
          code blocks     0
          longest line    14
          frequent words  kettles

        Written at 1970-01-01T00:00:00Z.
        """)
  }

  @Test("One registration replaces the report writer")
  func json() async throws {
    struct Body: Decodable {
      struct Summary: Decodable {
        var path: String?
        var words: Int
      }
      var date: String
      var files: [Summary]
      var total: Summary
    }
    Container.shared.textSource.register { TextsByPath(["a/b.md": "one two three"]) }
    Container.shared.reportWriter.register { JSONReportWriter() }
    let outcome = await Container.shared.tour().run(["a/b.md"])
    let body = try JSONDecoder().decode(Body.self, from: Data(outcome.output.utf8))
    #expect(body.date == "1970-01-01T00:00:00Z")
    #expect(body.files.map(\.path) == ["a/b.md"])
    #expect(body.total.words == 3)
  }

  @Test("An unreadable file is logged, and the others are reported")
  func unreadable() async {
    let log = LogRecorder()
    Container.shared.logger.register { log }
    Container.shared.textSource.register { TextsByPath(["a.md": "tea"]) }
    let outcome = await Container.shared.tour().run(["none.md", "a.md"])
    #expect(outcome.exitCode == Tour.ExitCode.unreadable)
    #expect(outcome.output.hasPrefix("a.md\n"))
    #expect(log.messages == ["tour: cannot read none.md: there is no such file"])
  }

  @Test("Wrong arguments are logged together with the usage", arguments: [[], ["--no"]])
  func usage(arguments: [String]) async {
    let log = LogRecorder()
    Container.shared.logger.register { log }
    let outcome = await Container.shared.tour().run(arguments)
    #expect(outcome.output == "")
    #expect(outcome.exitCode == Tour.ExitCode.usage)
    #expect(log.messages.count == 1)
    #expect(log.messages.first?.hasSuffix(TourCommand.usage) == true)
  }

  @Test("Help is the output, and nothing is read or logged")
  func help() async {
    let log = LogRecorder()
    let source = TextsByPath([:])
    Container.shared.logger.register { log }
    Container.shared.textSource.register { source }
    let outcome = await Container.shared.tour().run(["a.md", "--help"])
    #expect(outcome.output == TourCommand.helpText)
    #expect(outcome.exitCode == Tour.ExitCode.success)
    #expect(await source.readings == 0)
    #expect(log.messages == [])
  }

  @Test("A file that is given twice is read once")
  func readOnce() async {
    let source = TextsByPath(["a.md": "tea", "b.md": "tea"])
    Container.shared.textSource.register { source }
    let outcome = await Container.shared.tour().run(["a.md", "b.md", "a.md"])
    #expect(outcome.output.contains("Total of 3 files"))
    #expect(await source.readings == 2)
  }

  @Test("A document that could not be read is read again")
  func readAgain() async throws {
    let source = TextsByPath(["a.md": "tea"])
    Container.shared.textSource.register { TextsByPath([:]) }
    await #expect(throws: UnreadableFile(path: "a.md", reason: "there is no such file")) {
      try await Container.shared.document("a.md")
    }
    Container.shared.textSource.register { source }
    #expect(try await Container.shared.document("a.md").statistics.words == 1)
  }

  @Test("Scopes are as declared")
  func scopes() async throws {
    let container = Container.shared
    #expect(container.logger() === Container().logger())
    #expect(container.parser() === container.parser())
    #expect(container.parser() !== Container().parser())
    container.textSource.register { TextsByPath(["a": "tea"]) }
    let document = try await container.document("a")
    #expect(container.document.resolvedOrNil("a") == document)
    #expect(container.document.resolvedOrNil("b") == nil)
    let words = container.commonWords()
    #expect(container.commonWords() === words)
  }
}

@Suite("Markdown parser", .container)
struct MarkdownParserTests {
  @Test("Headings, links and words in code are not counted as such")
  func code() {
    let text = """
      # Heading
      #hashtag [one](1) and [two](2)
      ```swift
      # not a heading [three](3)
      ~~~
      ```
      ~~~
      kettle
      ~~~
      """
    let statistics = Container.shared.parser().parse(text)
    #expect(statistics.lines == 9)
    #expect(statistics.headings == 1)
    #expect(statistics.links == 2)
    #expect(statistics.codeBlocks == 2)
    #expect(statistics.frequentWords == ["hashtag", "heading"])
  }

  @Test("The most frequent words come first, then the alphabet decides")
  func frequency() {
    let statistics = Container.shared.parser().parse("zebra apple zebra Apple melon this this")
    #expect(statistics.frequentWords == ["apple", "zebra", "melon"])
  }

  @Test("An empty text has nothing")
  func empty() {
    let statistics = Container.shared.parser().parse("")
    #expect(statistics.lines == 0)
    #expect(statistics.words == 0)
    #expect(statistics.frequentWords == [])
  }
}
