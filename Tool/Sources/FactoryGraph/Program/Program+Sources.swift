// Factory, MIT licence; see LICENSE
//
// Programs from texts, for tests of rules.
/// A module and the texts of its files.
public struct SourceModule: Sendable {
  public var name: String
  public var kind: Module.Kind
  /// The names of the modules and products that it depends on.
  public var dependencies: [String]
  /// The texts by path.
  public var files: [String: String]

  public init(
    _ name: String, kind: Module.Kind = .library, dependencies: [String] = [],
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
    func dependencies(of index: Int, _ found: inout Set<Int>) {
      for name in sources[index].dependencies {
        guard let other = names.firstIndex(of: name), found.insert(other).inserted else {
          continue
        }
        dependencies(of: other, &found)
      }
    }
    var modules = sources.indices.map { index in
      var found: Set<Int> = []
      dependencies(of: index, &found)
      var module = Module(
        name: names[index], kind: sources[index].kind, isInPackage: true, dependencies: found)
      module.products = Set(sources[index].dependencies)
      return module
    }
    for index in modules.indices where modules[index].kind == .library {
      modules[index].isPublishedLibrary = !modules.contains {
        $0.kind == .executable && $0.dependencies.contains(index)
      }
    }
    let files = sources.indices.flatMap { module in
      sources[module].files.sorted { $0.key < $1.key }.map {
        SourceFile(path: $0.key, module: module, facts: FileFacts(parsing: $0.value))
      }
    }
    self.init(files: files.sorted { $0.path < $1.path }, modules: modules)
  }
}
