// Factory, MIT licence; see LICENSE
//
// The type aliases of a program.
/// Finds type aliases by name, and what they stand for.
struct AliasTable {
  private struct Alias {
    var fact: AliasFact
    var file: FileIndex
    var module: ModuleIndex
  }

  private var byName: [String: [Alias]] = [:]
  private let files: Table<SourceFile>
  private let modules: Table<Module>

  init(_ files: Table<SourceFile>, _ modules: Table<Module>) {
    self.files = files
    self.modules = modules
    for (file, source) in files.indexed {
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
    of type: TypeName, from file: FileIndex, isType: (_ module: ModuleIndex) -> Bool
  ) -> (type: TypeName, file: FileIndex)? {
    guard let candidates = byName[type.base] else { return nil }
    let module = files[file].module
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
