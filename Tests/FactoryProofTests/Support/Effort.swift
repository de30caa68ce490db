// Factory, MIT licence; see LICENSE
//
// The sizes of tests: full ones, a tenth where a sanitizer makes every step slow, or greater ones in
// the long version of `.ci/run`.
import Foundation

let bytesPerMebibyte = 1 << 20

enum Effort {
  static let isReduced = ProcessInfo.processInfo.environment["FACTORY_REDUCED"] != nil

  /// Set by `.ci/run --long`.
  static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil && !isReduced

  /// The number of bytes that does not count as growth. The address sanitizer retains freed memory,
  /// up to a quarter of a gibibyte.
  static let growth = (isReduced ? 512 : 4) * bytesPerMebibyte

  static func scaled(_ count: Int) -> Int { isReduced ? max(1, count / 10) : count }
}
