// Factory, MIT licence; see LICENSE
//
// What programs use of this library.
import FactoryGraph

/// Rewrites a program that uses another library, or an earlier version of Factory.
///
/// ```swift
/// let app = SourceModule("App", kind: .executable, files: ["App.swift": text])
/// for file in Migration(from: .resolver).migrate([app]).files where file.isChanged { print(file.text) }
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
    /// All files, by their paths.
    public var files: [MigratedFile]
    public var summary: MigrationSummary
  }

  public let source: Source

  public init(from source: Source) {
    self.source = source
  }

  /// How a comment begins that stands where something was not rewritten.
  static let mark = "// factory:migrate"

  /// Rewrites the files of a program, which are given as texts.
  public func migrate(_ modules: [SourceModule]) -> Result {
    let program = FactoryGraph.Program(modules: modules)
    let texts = modules.flatMap { Array($0.files) }
    return migrate(
      Array(program.files), Array(program.modules), texts: Dictionary(texts) { first, _ in first })
  }

  /// Rewrites the files of a program.
  ///
  /// - Parameters:
  ///   - files: the parsed files, with one entry for each module that compiles the file.
  ///   - texts: the texts of the files by path.
  package func migrate(
    _ files: [SourceFile], _ modules: [Module], texts: [String: String]
  ) -> Result {
    let program = Program(files, modules, texts: texts)
    switch source {
    case .factory1: Factory1Migration.run(program)
    case .factory2: Factory2Migration.run(program, files)
    case .resolver: ResolverMigration.run(program)
    case .swinject: SwinjectMigration.run(program)
    case .dependencies: DependenciesMigration.run(program)
    }
    program.markQuestions()
    for file in program.files { file.qualifyAmbiguousNames() }
    let migrated = program.files.map { file in
      let old = texts[file.path]!
      let text = file.edits.isEmpty ? old : file.rendered()
      return MigratedFile(
        path: file.path, text: text, isChanged: !text.utf8.elementsEqual(old.utf8),
        notes: file.notes, refusal: file.refusal)
    }
    return Result(
      files: migrated, summary: MigrationSummary(source, migrated, program.files.map(\.counts)))
  }
}
