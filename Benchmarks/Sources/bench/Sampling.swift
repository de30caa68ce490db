// Factory, MIT licence; see LICENSE
//
// Measures rows. Samples of a row and of its reference are taken alternately, so that other load on
// the machine affects both.
import BenchCore

struct Sampling {
  var samples = 41
  /// The length of a sample. It is short, so that the machine is in the same state during a sample
  /// and the sample of its reference.
  var nanoseconds = 1_000_000.0

  static let short = Sampling(samples: 15, nanoseconds: 500_000)

  func measure(_ row: Row) -> Measurement {
    let own = Sampler(row, nanoseconds)
    // A row whose reference is the row itself is measured once.
    let other =
      row.name == row.reference ? nil : Sampler(Self.row(named: row.reference), nanoseconds)
    var samples: [Double] = []
    var references: [Double] = []
    for _ in 0..<self.samples {
      let referenceSample = other?.sample()
      samples.append(own.sample())
      references.append(referenceSample ?? samples.last!)
    }
    own.finish()
    other?.finish()
    return Measurement(
      name: row.name, title: row.title, samples: samples, references: references,
      reference: row.reference, budget: row.budget?.limit, calls: row.calls)
  }

  static func row(named name: String) -> Row {
    guard let row = allRows.first(where: { $0.name == name }) else {
      preconditionFailure("There is no row \(name).")
    }
    return row
  }
}

/// A row, and the number of its repetitions in one sample.
private struct Sampler {
  private let row: Row
  private let prepared: Repeat
  private let times: Int

  init(_ row: Row, _ usual: Double) {
    let nanoseconds = usual * row.sampleLength
    self.row = row
    let prepared = row.prepare()
    self.prepared = prepared
    // The first run pays for one-time costs: entries, metadata, the first instances.
    _ = prepared.nanoseconds(64)
    var times = 64
    var taken = Self.fastest(prepared, times)
    while taken < nanoseconds / 2, times < 1 << 30 {
      times *= 2
      taken = Self.fastest(prepared, times)
    }
    self.times = max(1, Int(Double(times) * nanoseconds / max(taken, 1)))
  }

  /// The shortest of several times, which is least affected by other load on the machine.
  private static func fastest(_ prepared: Repeat, _ times: Int) -> Double {
    (0..<3).map { _ in prepared.nanoseconds(times) }.min()!
  }

  /// The time of one operation in nanoseconds.
  func sample() -> Double {
    prepared.nanoseconds(times) / Double(times * row.operations)
  }

  func finish() { prepared.finish() }
}
