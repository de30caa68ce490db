// Factory, MIT licence; see LICENSE
//
// A target of an Xcode project or of a Tuist project.
/// A target, and which files it compiles. All paths are absolute.
struct ProjectTarget: Sendable {
  /// The files that a pattern matches, except some.
  struct Pattern: Sendable {
    private let folder: String
    private let pattern: Glob
    private let exceptions: [Glob]

    init(_ pattern: String, exceptions: [String] = []) {
      // Compared first, because it is quick.
      let pattern = ProjectTarget.key(pattern)
      folder = pattern.split(separator: "/", omittingEmptySubsequences: false)
        .prefix { !$0.contains("*") && !$0.contains("?") }.joined(separator: "/")
      self.pattern = Glob(pattern, matchesContents: false)
      self.exceptions = exceptions.map { Glob(ProjectTarget.key($0), matchesContents: false) }
    }

    func matches(_ path: String) -> Bool {
      path.hasPrefix(folder) && pattern.matches(path)
        && !exceptions.contains { $0.matches(path) }
    }
  }

  /// The name with which code imports it.
  var name: String
  /// Nil if it is not known, so that the files have to show it.
  var kind: ModuleKind?
  /// The names of the targets and of the products of packages that it links.
  var dependencies: [String] = []
  /// As `key(_:)` writes them.
  var files: Set<String> = []
  /// Folders all of whose files it compiles, except some.
  private var folders: [(path: String, exceptions: [String])] = []
  var patterns: [Pattern] = []

  init(name: String, kind: ModuleKind?) {
    self.name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    self.kind = kind
  }

  mutating func add(folder path: String, except exceptions: [String]) {
    folders.append((Self.key(path), exceptions.map(Self.key)))
  }

  /// Whether it compiles a file.
  ///
  /// - Parameter path: an absolute path, as `key(_:)` writes it.
  func compiles(_ path: String) -> Bool {
    if files.contains(path) || patterns.contains(where: { $0.matches(path) }) { return true }
    return folders.contains { folder in
      Self.contains(folder.path, path)
        && !folder.exceptions.contains { $0 == path || Self.contains($0, path) }
    }
  }

  /// A path, so that two of them are equal if they are to macOS, whose file system ignores case.
  static func key(_ path: String) -> String { path.lowercased() }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    path.hasPrefix(folder + "/")
  }
}
