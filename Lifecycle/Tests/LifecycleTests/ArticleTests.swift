// Factory, MIT licence; see LICENSE
//
// The example of the article on shutdowns is the one that is compiled here.
import Foundation
import Testing

@Suite("The article on shutdowns") struct ArticleTests {
  @Test("Its example with a service group is the one that this package compiles")
  func example() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try lines(
      of: package.appending(
        path: "../Sources/FactoryKit/FactoryKit.docc/Basics/Shutdown.md"))
    let compiled = try lines(of: package.appending(path: "Tests/Article/Article.swift"))
    let start = try #require(article.firstIndex(of: "import FactoryLifecycle"))
    let example = article[start...].prefix { $0 != "```" }.filter { !$0.isEmpty }
    #expect(example.count == 7)
    #expect(compiled.filter(Set(example).contains) == example)
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
