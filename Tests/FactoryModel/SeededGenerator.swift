// Factory, MIT licence; see LICENSE
//
// Random numbers that can be repeated: a program that fails is identified by its seed.

/// SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  // The multipliers and shifts of SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= goldenRatio
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed &>> 31)
  }
}

/// 2^64 divided by the golden ratio: multiples of it are spread evenly over all 64-bit numbers.
private let goldenRatio: UInt64 = 0x9e37_79b9_7f4a_7c15

/// Multiplied by a byte: eight of it.
private let oneInEachByte: UInt64 = 0x0101_0101_0101_0101

/// Numbers from given bytes, and from a fixed sequence when they run out.
struct ByteGenerator: RandomNumberGenerator {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> UInt64 {
    guard position < bytes.count else {
      position += 1
      return UInt64(truncatingIfNeeded: position) &* goldenRatio
    }
    defer { position += 1 }
    // Small ranges use the highest bits only. The byte is repeated in the others for large ranges.
    return UInt64(bytes[position]) &* oneInEachByte
  }
}

extension RandomNumberGenerator {
  /// True once in `times` on average.
  package mutating func chance(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &self) == 0
  }
}
