// Factory, MIT licence; see LICENSE
//
// A backend of swift-metrics that keeps sums in memory, and prints them in the text format of Prometheus.
import CoreMetrics
import Synchronization

/// Sums what is counted and measured.
public final class MetricsRegistry: MetricsFactory {
  private let series = Mutex<[String: Series]>([:])

  init() {}

  /// The series, one in a line, by name.
  public var text: String {
    let all = series.withLock { $0 }
    return all.sorted { $0.key < $1.key }.map { $0.value.text($0.key) }.joined()
  }

  private func series(
    _ kind: Series.Kind, _ label: String, _ dimensions: [(String, String)]
  ) -> Series {
    let labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    let name = labels.isEmpty ? label : "\(label){\(labels)}"
    return series.withLock { series in
      if let known = series[name] { return known }
      let new = Series(kind)
      series[name] = new
      return new
    }
  }

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(.sum, label, dimensions)
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(.sum, label, dimensions)
  }

  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(.summary, label, dimensions)
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(.summary, label, dimensions)
  }

  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The values of one name with one set of dimensions.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind { case sum, summary }

  private let kind: Kind
  private let state = Mutex((count: 0, sum: 0.0))

  init(_ kind: Kind) { self.kind = kind }

  func text(_ name: String) -> String {
    let (count, sum) = state.withLock { $0 }
    switch kind {
    case .sum: return "\(name) \(sum)\n"
    case .summary: return "\(suffixed(name, "_count")) \(count)\n\(suffixed(name, "_sum")) \(sum)\n"
    }
  }

  /// The suffix belongs in front of the dimensions.
  private func suffixed(_ name: String, _ suffix: String) -> String {
    guard let brace = name.firstIndex(of: "{") else { return name + suffix }
    return name[..<brace] + suffix + name[brace...]
  }

  private func add(_ value: Double) {
    state.withLock { $0 = ($0.count + 1, $0.sum + value) }
  }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func reset() { state.withLock { $0 = (0, 0) } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0 = ($0.count + 1, value) } }
  func record(_ value: Int64) { add(Double(value)) }
  func record(_ value: Double) { add(value) }
  /// In seconds.
  func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
}
