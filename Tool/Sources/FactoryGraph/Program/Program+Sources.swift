// Factory, MIT licence; see LICENSE
//
// Programs from texts, for tests of rules.
/// A module and the texts of its files.
public struct SourceModule: Sendable {
  public var name: String
  public var kind: ModuleKind
  /// The names of the modules and products that it depends on.
  public var dependencies: [String]
  /// The texts by path.
  public var files: [String: String]

  public init(
    _ name: String, kind: ModuleKind = .library, dependencies: [String] = [],
    files: [String: String]
  ) {
    self.name = name
    self.kind = kind
    self.dependencies = dependencies
    self.files = files
  }
}

extension Program {
  /// A program of texts, for the test of a rule.
  ///
  /// ```swift
  /// let program = Program(source: "import FactoryKit\nextension Container { … }")
  /// #expect(MyRule().check(program).count == 1)
  /// ```
  public convenience init(source: String, path: String = "main.swift") {
    self.init(modules: [SourceModule("App", kind: .executable, files: [path: source])])
  }

  /// A program of several modules.
  public convenience init(modules sources: [SourceModule]) {
    let names = sources.map(\.name)
    let direct = sources.map { $0.dependencies.compactMap { names.firstIndex(of: $0) } }
    var modules = sources.map { source in
      var module = Module(name: source.name, kind: source.kind, isInPackage: true)
      module.products = Set(source.dependencies)
      return module
    }
    modules.link(direct.map { Set($0) })
    let files = sources.indices.flatMap { module in
      sources[module].files.sorted { $0.key < $1.key }.map {
        SourceFile(path: $0.key, module: ModuleIndex(module), facts: FileFacts(parsing: $0.value))
      }
    }
    self.init(files: files.sorted { $0.path < $1.path }, modules: modules)
  }
}
