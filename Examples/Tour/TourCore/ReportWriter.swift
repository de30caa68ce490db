// Factory, MIT licence; see LICENSE
//
// Formats a report as plain text or as JSON.
import Foundation

package protocol ReportWriter: AnyObject {
  func write(_ report: Report) -> String
}

package final class TextReportWriter: ReportWriter {
  package init() {}

  package func write(_ report: Report) -> String {
    var sections = report.documents.map { section($0.path, $0.statistics) }
    if report.documents.count > 1 {
      sections.append(section("Total of \(report.documents.count) files", report.total))
    }
    sections.append("Written at \(ISO8601DateFormatter().string(from: report.date)).")
    return sections.joined(separator: "\n\n")
  }

  private func section(_ title: String, _ statistics: Statistics) -> String {
    let rows: [(String, String)] = [
      ("lines", "\(statistics.lines)"),
      ("words", "\(statistics.words)"),
      ("headings", "\(statistics.headings)"),
      ("links", "\(statistics.links)"),
      ("code blocks", "\(statistics.codeBlocks)"),
      ("longest line", "\(statistics.longestLine)"),
      ("frequent words", statistics.frequentWords.joined(separator: ", ")),
    ]
    let lines = rows.map { name, value in
      "  " + name.padding(toLength: 16, withPad: " ", startingAt: 0) + value
    }
    return ([title] + lines).joined(separator: "\n")
  }
}

package final class JSONReportWriter: ReportWriter {
  package init() {}

  private struct Summary: Encodable {
    var path: String?
    var lines, words, headings, links, codeBlocks, longestLine: Int
    var frequentWords: [String]

    init(path: String?, _ statistics: Statistics) {
      self.path = path
      lines = statistics.lines
      words = statistics.words
      headings = statistics.headings
      links = statistics.links
      codeBlocks = statistics.codeBlocks
      longestLine = statistics.longestLine
      frequentWords = statistics.frequentWords
    }
  }

  private struct Body: Encodable {
    var date: Date
    var files: [Summary]
    var total: Summary
  }

  package func write(_ report: Report) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let body = Body(
      date: report.date,
      files: report.documents.map { Summary(path: $0.path, $0.statistics) },
      total: Summary(path: nil, report.total))
    do {
      return String(decoding: try encoder.encode(body), as: UTF8.self)
    } catch {
      // Unreachable: a body contains only text, numbers and a date.
      preconditionFailure("tour: cannot encode the report: \(error)")
    }
  }
}
