// Factory, MIT licence; see LICENSE
//
// Random numbers that can be had again: a program that fails is known by its seed.

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed &>> 31)
  }
}

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
      return UInt64(truncatingIfNeeded: position) &* 0x9e37_79b9_7f4a_7c15
    }
    defer { position += 1 }
    // The high bits decide, the low ones keep the draws apart.
    return UInt64(bytes[position]) << 56 | UInt64(bytes[position]) &* 0x0001_0101_0101_0101
  }
}

extension RandomNumberGenerator {
  /// True once in `times` on average.
  mutating func chance(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &self) == 0
  }
}
