// Factory, MIT licence; see LICENSE
//
// Rows that time single calls while other threads work. Their budgets are in microseconds, to
// detect calls that wait until another thread is scheduled, which takes milliseconds.
import BenchCore
import FactoryKit
import Foundation

struct LatencyRow: Sendable {
  let name: String
  let title: String
  /// The maximum of the median, in microseconds.
  var budget: Double?
  /// Returns the time of each call in nanoseconds.
  let measure: @Sendable () -> [Double]
}

let latencyRows = [
  LatencyRow(
    name: "reset.readers", title: "`reset(.scope)` beside 16 threads that hit that entry",
    budget: 200
  ) {
    let container = Container.inUse()
    return beside(16, that: { resolveCached(container, times: 1000) }) {
      resetRepeatedly(container, times: 500)
    }
  }
]

extension LatencyRow {
  func measured() -> LatencyMeasurement {
    LatencyMeasurement(
      name: name, title: title, samples: measure().map { $0 / 1000 }, budget: budget)
  }
}

/// Times resets of an entry with an instance to evict: `times` resets, or as many as possible in
/// ten seconds.
///
/// Sleeps before each reset, so that the readers continue and are interrupted at different places.
/// Otherwise hundreds of resets fit into one time slice, and the median depends on where the
/// readers were at its start.
private func resetRepeatedly(_ container: Container, times: Int) -> [Double] {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(10)
  var samples: [Double] = []
  while samples.count < times, samples.isEmpty || clock.now < deadline {
    Thread.sleep(forTimeInterval: 0.001)
    sink(container.cached())
    let start = clock.now
    container.cached.reset(.scope)
    samples.append((clock.now - start).nanoseconds)
  }
  return samples
}
