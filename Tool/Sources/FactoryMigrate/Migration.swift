// Factory, MIT licence; see LICENSE
//
// What programs use of this library.
/// Rewrites a program that uses another library, or an earlier version of Factory.
///
/// ```swift
/// let result = Migration(from: .resolver).migrate([.init(path: "App.swift", text: text)])
/// for file in result.files where file.isChanged { print(file.text) }
/// ```
///
/// All files of the program have to be given together: a registration in one file decides what is
/// written in another. Migrating the result again changes nothing.
public struct Migration: Sendable {
  /// What the program was written for.
  public enum Source: String, CaseIterable, Sendable {
    case factory1, factory2, resolver, swinject, dependencies

    /// The modules that programs import for it.
    public var modules: Set<String> {
      switch self {
      case .factory1: ["Factory"]
      case .factory2: ["Factory", "FactoryKit", "FactoryTesting"]
      case .resolver: ["Resolver"]
      case .swinject: ["Swinject", "SwinjectAutoregistration"]
      case .dependencies: ["Dependencies", "DependenciesMacros", "DependenciesTestSupport"]
      }
    }
  }

  /// A file of the program.
  public struct File: Sendable {
    public var path: String
    public var text: String
    /// The module to which the file belongs; nil if its path says so: the folder after `Sources` or
    /// `Tests`.
    public var module: String?
    /// The other modules that compile the file as well, such as a test target of an Xcode project.
    public var otherModules: Set<String> = []

    public init(path: String, text: String, module: String? = nil) {
      self.path = path
      self.text = text
      self.module = module
    }
  }

  /// Something that was not rewritten, and why. Lines and columns are those of the original file.
  public struct Note: Sendable, Hashable, CustomStringConvertible {
    public var path: String
    public var line: Int
    public var column: Int
    public var message: String

    public var description: String { "\(path):\(line):\(column): note: \(message)" }

    /// Whether it marks a resolution by a type that the file does not tell, so that the factory is not
    /// known either.
    public var isResolutionOfUnknownType: Bool {
      message.hasPrefix(Self.unknownType) || message.hasPrefix(Self.noProtocol)
    }

    static let unknownType = "there is no resolution by a type that is not known here"
    static let noProtocol = "`Resolver` is the class `Container` now, which is final"

    /// What the note is about, the same for all places with the same reason: the message without
    /// code and without what to write.
    public var kind: String {
      let parts = message.split(separator: "`", omittingEmptySubsequences: false)
      let text = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "…" }
        .joined()
      return String(text.prefix { $0 != ":" })
    }
  }

  /// A file after migration.
  public struct MigratedFile: Sendable {
    public var path: String
    public var text: String
    public var isChanged: Bool
    public var notes: [Note]
    /// Why the file was left as it is although it uses the old library; nil if it was not.
    public var refusal: String?
  }

  public struct Result: Sendable {
    /// All files, in the order in which they were given.
    public var files: [MigratedFile]
    public var summary: MigrationSummary
  }

  public let source: Source

  public init(from source: Source) {
    self.source = source
  }

  /// How a comment begins that stands where something was not rewritten.
  static let mark = "// factory:migrate"

  public func migrate(_ files: [File]) -> Result {
    let program = Program(files.map(ParsedFile.init))
    switch source {
    case .factory1: Factory1Migration(program).run()
    case .factory2: Factory2Migration(program).run()
    case .resolver: ResolverMigration(program).run()
    case .swinject: SwinjectMigration(program).run()
    case .dependencies: DependenciesMigration(program).run()
    }
    var migrated: [MigratedFile] = []
    for (file, parsed) in zip(files, program.files) {
      let text = parsed.edits.isEmpty ? file.text : parsed.rendered()
      migrated.append(
        MigratedFile(
          path: file.path, text: text,
          isChanged: text.utf8.elementsEqual(file.text.utf8) == false,
          notes: parsed.notes, refusal: parsed.refusal))
    }
    return Result(
      files: migrated, summary: MigrationSummary(source, migrated, program.files.map(\.counts)))
  }
}
