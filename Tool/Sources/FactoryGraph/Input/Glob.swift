// Factory, MIT licence; see LICENSE
//
// Patterns of paths.
/// A pattern of paths: `*` and `?` match within a name, `**` matches any number of folders. A
/// pattern of a folder matches everything in it.
struct Glob: Sendable {
  private let parts: [Substring]
  private let matchesContents: Bool

  /// - Parameter matchesContents: whether a pattern of a folder matches everything in it.
  init(_ pattern: String, matchesContents: Bool = true) {
    parts = pattern.split(separator: "/").filter { $0 != "." }
    self.matchesContents = matchesContents
  }

  func matches(_ path: String) -> Bool {
    matches(parts[...], path.split(separator: "/")[...])
  }

  private func matches(
    _ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>
  ) -> Bool {
    // What is left of the path is in the folder that has matched.
    guard let first = pattern.first else { return matchesContents || path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains {
        matches(pattern.dropFirst(), path[$0...])
      }
    }
    guard let name = path.first else { return false }
    return Self.matchesName(first[...], name[...])
      && matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Goes back to the last `*` only, so the time is at most the product of the lengths.
  private static func matchesName(_ pattern: Substring, _ name: Substring) -> Bool {
    var (pattern, name) = (pattern, name)
    var retry: (pattern: Substring, name: Substring)?
    while !name.isEmpty {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, name)
      } else if let next = pattern.first, next == "?" || next == name.first {
        pattern = pattern.dropFirst()
        name = name.dropFirst()
      } else if let last = retry {
        pattern = last.pattern
        name = last.name.dropFirst()
        retry = (pattern, name)
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == "*" }
  }
}
