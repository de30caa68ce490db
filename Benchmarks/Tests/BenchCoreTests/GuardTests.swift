// Factory, MIT licence; see LICENSE
//
// The check of the budgets.
import BenchCore
import Testing

@Suite("Guard")
struct GuardTests {
  private func row(_ name: String, ratio: Double, budget: Double?) -> Measurement {
    Measurement(
      name: name, title: name, samples: [ratio], references: [1], reference: Budget.direct,
      budget: budget)
  }

  @Test(
    "A row is over when its ratio exceeds the budget and the slack",
    arguments: [
      (2.0, 2.0, 0.0, false), (2.01, 2, 0, true), (2.6, 2, 0.3, false), (2.61, 2, 0.3, true),
      (0.3, 2, -0.9, true), (0.1, 2, -0.9, false),
    ])
  func over(ratio: Double, budget: Double, slack: Double, expected: Bool) {
    #expect(row("a", ratio: ratio, budget: budget).isOver(slack: slack) == expected)
  }

  @Test("A row without a budget is never over")
  func withoutBudget() {
    #expect(!row("a", ratio: 1000, budget: nil).isOver(slack: -0.99))
  }

  @Test("Nanoseconds do not matter, only the ratio of samples taken together")
  func ratiosOnly() {
    let row = Measurement(
      name: "a", title: "a", samples: [200, 20, 2000], references: [100, 10, 1000],
      reference: Budget.direct, budget: 2)
    #expect(row.ratio == 2)
    #expect(!row.isOver())
  }

  @Test("Memory is over by its bytes")
  func memory() {
    func measurement(_ bytes: Double) -> MemoryMeasurement {
      MemoryMeasurement(name: "m", title: "m", bytes: bytes, budget: 200)
    }
    #expect(!measurement(200).isOver())
    #expect(measurement(201).isOver())
    #expect(!measurement(260).isOver(slack: 0.3))
  }

  @Test("A latency is over by its median, whatever its worst")
  func latency() {
    func measurement(_ samples: [Double], budget: Double? = 200) -> LatencyMeasurement {
      LatencyMeasurement(name: "l", title: "l", samples: samples, budget: budget)
    }
    #expect(!measurement([1, 200, 90_000]).isOver())
    #expect(measurement([1, 201, 202]).isOver())
    #expect(!measurement([260]).isOver(slack: 0.3))
    #expect(measurement([261]).isOver(slack: 0.3))
    #expect(!measurement([1000], budget: nil).isOver(slack: -0.99))
  }

  @Test("Only rows that are over each time fail, and only those are measured again")
  func attempts() {
    let ratios = [
      "fast": [1.0], "slow": [3.0, 4, 5], "unlucky once": [3.0, 1], "unlucky twice": [3.0, 3, 1],
    ]
    var measured: [String] = []
    let over = persistentlyOver(
      ["fast", "slow", "unlucky once", "unlucky twice"],
      slack: 0.3, attempts: 3
    ) { name, attempt in
      measured.append("\(name) \(attempt)")
      return row(name, ratio: ratios[name]![attempt - 1], budget: 2)
    }
    #expect(over.map(\.name) == ["slow"])
    #expect(over.map(\.ratio) == [5])
    #expect(
      measured == [
        "fast 1", "slow 1", "slow 2", "slow 3", "unlucky once 1", "unlucky once 2",
        "unlucky twice 1", "unlucky twice 2", "unlucky twice 3",
      ])
  }

  @Test("No rows, nothing over")
  func noRows() {
    let over = persistentlyOver([], slack: 0, attempts: 3) {
      name, _ in
      row(name, ratio: 1, budget: 0)
    }
    #expect(over.isEmpty)
  }
}
