// Factory, MIT licence; see LICENSE
//
// Versions of Swift, as manifests state them.
/// A version of Swift's tools: in the first line of a manifest, or in its name.
struct ToolsVersion: Sendable, Comparable {
  var major: Int
  var minor = 0
  var patch = 0

  /// That of a manifest that states none.
  static let unstated = ToolsVersion(major: 3, minor: 1)

  /// That of the compiler which has built this tool, without the last number.
  static let own: ToolsVersion = {
    #if compiler(>=6.4)
      ToolsVersion(major: 6, minor: 4)
    #elseif compiler(>=6.3)
      ToolsVersion(major: 6, minor: 3)
    #elseif compiler(>=6.2)
      ToolsVersion(major: 6, minor: 2)
    #else
      ToolsVersion(major: 6, minor: 1)
    #endif
  }()

  init(major: Int, minor: Int = 0, patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// `6`, `6.1` or `6.1.2`.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(
      major: numbers[0], minor: numbers.count > 1 ? numbers[1] : 0,
      patch: numbers.count > 2 ? numbers[2] : 0)
  }

  /// Of `// swift-tools-version: 6.1` in the first line that is not empty. Nil if there is none.
  init?(manifest source: String) {
    let start = source.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.hasPrefix("//") else { return nil }
    let line = start.prefix { !$0.isNewline }.dropFirst(2).drop { $0 == " " || $0 == "\t" }
    let mark = "swift-tools-version:"
    guard line.prefix(mark.count).lowercased() == mark else { return nil }
    self.init(
      line.dropFirst(mark.count).drop { $0 == " " || $0 == "\t" }
        .prefix { $0.isNumber || $0 == "." })
  }

  static func < (lhs: ToolsVersion, rhs: ToolsVersion) -> Bool {
    (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
  }
}
