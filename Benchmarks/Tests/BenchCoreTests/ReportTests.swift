// Factory, MIT licence; see LICENSE
//
// The output of `bench`.
import BenchCore
import Testing

@Suite("Report")
struct ReportTests {
  private let report = Report(
    rows: [
      Measurement(
        name: "direct", title: "D", samples: [40, 50, 60], references: [40, 50, 60],
        reference: Budget.direct, budget: nil),
      Measurement(
        name: "cached", title: "cached hit", samples: [100, 150, 200], references: [50, 50, 50],
        reference: Budget.direct, budget: 2.5),
    ],
    latencies: [
      LatencyMeasurement(name: "reset", title: "reset", samples: [0.25, 900, 0.5], budget: 200)
    ],
    memory: [MemoryMeasurement(name: "entry", title: "entry", bytes: 152, budget: 200)])

  @Test("The table is Markdown with aligned columns, and marks the rows over budget")
  func text() {
    #expect(
      report.text == """
        | operation  |    ns |    ± |  ratio | budget |      |
        | ---------- | ----: | ---: | -----: | -----: | ---: |
        | D          |  50.0 | 20 % | 1.00 D |        |      |
        | cached hit | 150.0 | 33 % | 3.00 D | 2.50 D | OVER |

        | beside other threads | median µs | worst µs | budget |    |
        | -------------------- | --------: | -------: | -----: | -: |
        | reset                |       0.5 |    900.0 |    200 | ok |

        | memory, 100,000 of them | bytes each | budget |    |
        | ----------------------- | ---------: | -----: | -: |
        | entry                   |        152 |    200 | ok |
        """)
  }

  @Test("JSON has the same, by name, and can be read back")
  func json() throws {
    let json = try report.json()
    #expect(
      json.contains(
        """
            {
              "budget" : 2.5,
              "calls" : 1,
              "name" : "cached",
              "nanoseconds" : 150,
              "ratio" : 3,
              "reference" : "direct",
        """))
    #expect(try Report(json: json) == report)
  }

  @Test("A ratio to another row than D is marked so")
  func otherReference() {
    let row = Measurement(
      name: "a", title: "a", samples: [3], references: [2], reference: "b", budget: 1.5)
    #expect(row.cells == ["a", "3.0", "0 %", "1.50 ×", "1.50 ×", "ok"])
  }

  @Test(
    "Numbers are rounded to so many digits",
    arguments: [
      (1.005, 1, "1.0"), (0.05, 1, "0.1"), (12.3456, 2, "12.35"), (-0.001, 1, "0.0"),
      (-2.25, 1, "-2.3"), (99.96, 1, "100.0"), (1234.5, 0, "1235"), (0.007, 2, "0.01"),
    ])
  func rounding(value: Double, places: Int, expected: String) {
    #expect(digits(value, places) == expected)
  }
}
