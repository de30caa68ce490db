// Factory, MIT licence; see LICENSE
//
// The type aliases of a program.
/// Finds type aliases by name, and what they stand for.
struct AliasTable {
  private struct Alias {
    var fact: AliasFact
    var file: Int
    var module: Int
  }

  private var byName: [String: [Alias]] = [:]
  private let modules: [Module]
  private let moduleOfFile: [Int]

  init(_ files: [SourceFile], _ modules: [Module]) {
    self.modules = modules
    moduleOfFile = files.map(\.module)
    for (file, source) in files.enumerated() {
      for fact in source.facts.aliases {
        byName[fact.name, default: []].append(
          Alias(fact: fact, file: file, module: source.module))
      }
    }
  }

  /// The type that an alias stands for, and the file in which its name is to be looked up. Nil if a
  /// file sees no such alias, or several.
  ///
  /// - Parameter isType: whether a module has a type of this name, which then is the nearer one.
  func target(
    of type: TypeName, from file: Int, isType: (_ module: Int) -> Bool
  ) -> (type: TypeName, file: Int)? {
    guard let candidates = byName[type.base] else { return nil }
    let module = moduleOfFile[file]
    let visible = candidates.filter { !$0.fact.isPrivate || $0.file == file }
    var found = visible.filter { $0.module == module }
    if found.isEmpty, !isType(module) {
      found = visible.filter {
        modules[module].dependencies.contains($0.module) && !isType($0.module)
      }
    }
    guard found.count == 1 else { return nil }
    var target = found[0].fact.target.replacing(found[0].fact.parameters, with: type.arguments)
    target.isOptional = target.isOptional || type.isOptional
    return (target, found[0].file)
  }
}

extension TypeName {
  /// The type with arguments in the place of generic parameters.
  fileprivate func replacing(_ parameters: [String], with arguments: [TypeName]) -> TypeName {
    if let index = parameters.firstIndex(of: base), arguments.indices.contains(index) {
      return arguments[index]
    }
    var type = self
    type.arguments = self.arguments.map { $0.replacing(parameters, with: arguments) }
    return type
  }
}
