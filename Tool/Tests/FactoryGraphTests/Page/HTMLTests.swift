// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation
import GraphSupport
import Testing

/// What the page does is checked in a browser, by `.ci/run graph-page`.
@Suite("The graph as a page")
struct HTMLTests {
  private struct PageData: Decodable {
    var graph: Graph
  }

  private func data(in page: String) throws -> String {
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test("The page contains the graph")
  func graph() throws {
    let graph = try RandomGraph.graph(factories: 30)
    let decoded = try JSONDecoder().decode(
      PageData.self, from: Data(data(in: graph.html(title: "Title")).utf8)
    ).graph
    #expect(Set(decoded.factories) == Set(graph.factories))
    #expect(Set(decoded.edges) == Set(graph.edges))
  }

  @Test("No name ends or begins an element of the page")
  func hostileNames() throws {
    let graph = try hostileGraph()
    let page = graph.html(title: "Title")
    let data = try data(in: page)
    #expect(!data.contains { "<>&\u{2028}\u{2029}".contains($0) })
    #expect(page.components(separatedBy: "<script").count == 3)
    let decoded = try JSONDecoder().decode(PageData.self, from: Data(data.utf8)).graph
    #expect(Set(decoded.factories) == Set(graph.factories))
  }

  @Test("The title is text")
  func title() {
    let page = Graph().html(title: "</title><script>\"&")
    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>"))
    #expect(page.contains("<h1>&lt;/title&gt;&lt;script&gt;&quot;&amp;</h1>"))
  }

  @Test("The page names no host, except the namespace of SVG")
  func hosts() {
    let page = Graph().html(title: "Title")
      .replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
    #expect(!page.contains("http:"))
    #expect(!page.contains("https:"))
    #expect(!page.contains("src="))
    #expect(page.contains("default-src 'none'"))
  }

  @Test("The same graph gives the same page")
  func stable() throws {
    var graph = try RandomGraph.graph(factories: 30)
    let page = graph.html(title: "Title")
    graph.factories.reverse()
    graph.edges.reverse()
    #expect(graph.html(title: "Title") == page)
  }
}
