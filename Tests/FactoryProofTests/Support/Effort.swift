// Factory, MIT licence; see LICENSE
//
// The sizes of tests: brief ones by default, full ones in `.ci/run release-test`, a tenth where a
// sanitizer makes every step slow, or greater ones in the long version of `.ci/run`.
import Foundation

let bytesPerMebibyte = 1 << 20

enum Effort {
  private static let environment = ProcessInfo.processInfo.environment

  static let isReduced = environment["FACTORY_REDUCED"] != nil

  /// False in `.ci/run no-hit-table`.
  static let hasHitTable = environment["FACTORY_NO_HIT_TABLE"] == nil

  /// Set by `.ci/run --long`.
  static let isLong = environment["LONG"] != nil && !isReduced

  /// The default, for runs while one works on a change. `FACTORY_FULL=1` runs the full sizes.
  static let isBrief = !isReduced && !isLong && environment["FACTORY_FULL"] == nil

  /// The number of bytes that does not count as growth. The address sanitizer retains freed memory
  /// and surrounds it with more. A brief run, which has fewer rounds, finds larger leaks only.
  static let growth = (isReduced ? 512 : isBrief ? 1 : 4) * bytesPerMebibyte

  /// The number of rounds of a test whose full number is `count`.
  static func scaled(_ count: Int) -> Int {
    max(1, isReduced ? count / 10 : brief(count))
  }

  /// The same, for tests that a sanitizer does not slow down.
  static func brief(_ count: Int) -> Int { isBrief ? count / 5 : count }

  /// The number of rounds of a test that looks for growth or computes, whose full number is `count`. As it has no
  /// race to find, a brief run has a twentieth of them.
  static func scaledWithoutRace(_ count: Int) -> Int {
    max(1, isReduced ? count / 10 : briefWithoutRace(count))
  }

  /// The same, for tests that a sanitizer does not slow down.
  static func briefWithoutRace(_ count: Int) -> Int { isBrief ? count / 20 : count }

  /// Prints what a test has done, unless its size is the default.
  static func printFigures(_ figures: some StringProtocol) {
    let sizes = ["FACTORY_FAMILIES", "FACTORY_ISOLATION"]
    if isBrief, sizes.allSatisfy({ environment[$0] == nil }) { return }
    print(figures)
  }
}
