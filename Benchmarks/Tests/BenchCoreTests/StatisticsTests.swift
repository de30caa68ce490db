// Factory, MIT licence; see LICENSE
//
// Medians and spreads.
import BenchCore
import Testing

@Suite("Statistics")
struct StatisticsTests {
  @Test(
    "The median is the middle, or the mean of the two in the middle",
    arguments: [
      ([3], 3), ([1, 9], 5), ([9, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([1, 1, 1, 1000], 1),
    ] as [([Double], Double)])
  func medians(samples: [Double], expected: Double) {
    #expect(median(samples) == expected)
  }

  @Test("A quantile lies between its neighbours")
  func quantiles() {
    #expect(quantile(0.25, of: [10, 30, 20, 40, 50]) == 20)
    #expect(quantile(0.125, of: [10, 30, 20, 40, 50]) == 15)
    #expect(quantile(1, of: [10, 30, 20]) == 30)
  }

  @Test("The spread is the distance of the quartiles, as a part of the median")
  func spreads() {
    #expect(spread([5, 5, 5]) == 0)
    #expect(spread([1, 2, 3, 4, 5]) == 2.0 / 3)
    #expect(spread([0, 0, 0]) == 0)
  }
}
