// Factory, MIT licence; see LICENSE
//
// The comparison of debug builds with release builds.
import BenchCore
import Testing

@Suite("Debug comparison")
struct DebugComparisonTests {
  private func report(_ nanoseconds: [String: Double]) -> Report {
    Report(
      rows: nanoseconds.sorted { $0.key < $1.key }.map { name, value in
        Measurement(
          name: name, title: name, samples: [value], references: [1], reference: Budget.direct,
          budget: nil)
      }, memory: [])
  }

  @Test(
    "A debug build may take eight times as long and 300 ns",
    arguments: [(700.0, 50.0, false), (701, 50, true), (300, 0, false), (10_000, 1_250, false)])
  func limit(debug: Double, release: Double, expected: Bool) {
    let comparison = DebugComparison(name: "a", title: "a", debug: debug, release: release)
    #expect(comparison.isOver == expected)
  }

  @Test("The 300 ns are for each operation of a row")
  func calls() {
    let comparison = DebugComparison(name: "a", title: "a", debug: 0, release: 100, calls: 10)
    #expect(comparison.limit == 3800)
  }

  @Test("How many operations a row has comes from its report")
  func reportedCalls() {
    let rows = [
      Measurement(
        name: "a", title: "a", samples: [1], references: [1], reference: Budget.direct, budget: nil,
        calls: 3)
    ]
    let report = Report(rows: rows, memory: [])
    #expect(DebugComparison.comparing(debug: [report], release: [report]).map(\.calls) == [3])
  }

  @Test("The median of each build's reports counts, row by row")
  func medians() {
    let comparisons = DebugComparison.comparing(
      debug: [
        report(["a": 500, "b": 9]), report(["a": 400, "b": 8]), report(["a": 9000, "b": 1]),
      ],
      release: [report(["a": 50, "b": 4]), report(["a": 40, "b": 3])])
    #expect(comparisons.map(\.name) == ["a", "b"])
    #expect(comparisons.map(\.debug) == [500, 8])
    #expect(comparisons.map(\.release) == [45, 3.5])
    #expect(comparisons[0].cells == ["a", "500", "45", "11.1", "660", "ok"])
  }
}
