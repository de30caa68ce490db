// Factory, MIT licence; see LICENSE
//
// The types of a program: each declaration with its extensions.
/// A type with its extensions. A type of another program, such as FactoryKit's `Container`, has
/// extensions only, and perhaps none.
struct TypeInfo {
  var name: String
  /// The index of the module that declares it; nil for a type of another program.
  var module: ModuleIndex?
  /// The declaration, and then the extensions.
  var parts: [TypeReference]
  /// The file from which the names that the type mentions are looked up.
  var file: FileIndex
  var kind: TypeFact.Kind
  /// The file of a private type.
  var privateFile: FileIndex?
  var inherited: [String] = []
  /// Properties, functions and initialisers by name.
  var members: [String: [MemberReference]] = [:]
}

typealias TypeIndex = TableIndex<TypeInfo>

/// Finds types by name.
final class TypeTable {
  private(set) var types = Table<TypeInfo>()
  /// The types of a name. The name has the types around it.
  private var byName: [String: [TypeIndex]] = [:]
  /// Those of the last part of a name, for nested types.
  private var byLastName: [String: [TypeIndex]] = [:]
  /// The type of each fact.
  private var byFact: [TypeReference: TypeIndex] = [:]

  private let aliases: AliasTable
  private let modules: Table<Module>
  private var moduleOfName: [String: ModuleIndex] = [:]
  private let files: Table<SourceFile>

  init(_ files: Table<SourceFile>, _ modules: Table<Module>) {
    self.files = files
    self.modules = modules
    aliases = AliasTable(files, modules)
    for (index, module) in modules.indexed where moduleOfName[module.name] == nil {
      moduleOfName[module.name] = index
    }
    for (file, source) in files.indexed {
      for (index, fact) in source.facts.types.enumerated() where fact.kind != .extension {
        var info = TypeInfo(
          name: fact.name, module: source.module, parts: [Reference(file, index)], file: file,
          kind: fact.kind, inherited: fact.inherited.map(\.base))
        if fact.modifiers.contains(where: { ["private", "fileprivate"].contains($0) }) {
          info.privateFile = file
        }
        let type = add(info)
        byFact[Reference(file, index)] = type
      }
    }
    for (file, source) in files.indexed {
      for (index, fact) in source.facts.types.enumerated() where fact.kind == .extension {
        // An extension names its type with the types around it.
        let whole = unaliased(TypeExpression(fact.name), from: file).type.base
        let name = Self.withoutLibrary(whole)
        let type =
          find(fact.name, from: file, isWhole: true)
          ?? add(TypeInfo(name: name, module: nil, parts: [], file: file, kind: .extension))
        types[type].parts.append(Reference(file, index))
        types[type].inherited += fact.inherited.map(\.base)
        byFact[Reference(file, index)] = type
      }
    }
    addContainer()
    for (file, source) in files.indexed {
      for (index, member) in source.facts.members.enumerated() {
        guard let owner = member.owner, let type = byFact[Reference(file, owner)] else {
          continue
        }
        types[type].members[member.name, default: []].append(Reference(file, index))
      }
    }
  }

  /// Adds FactoryKit's `Container`, if no file extends it: it has what the extensions of its
  /// protocols declare, and static factories may name it.
  private func addContainer() {
    let name = "Container"
    guard !modules.contains(where: { LibraryModules.declaring.contains($0.name) }),
      byName[name]?.contains(where: { types[$0].module == nil }) != true,
      let file = files.indices.first(where: { file in
        LibraryModules.imported.contains { files[file].imports($0) }
      })
    else { return }
    _ = add(TypeInfo(name: name, module: nil, parts: [], file: file, kind: .extension))
  }

  private func add(_ type: TypeInfo) -> TypeIndex {
    let index = types.append(type)
    byName[type.name, default: []].append(index)
    let last = type.name.lastPart
    if last != type.name { byLastName[last, default: []].append(index) }
    return index
  }

  /// The type of a declaration or extension.
  func type(of fact: TypeReference) -> TypeIndex? { byFact[fact] }

  /// Finds a type by the name that a file uses. The file's private types win, then those of its
  /// module, then those of the modules that this depends on. Nil if there is none, or if several
  /// would do.
  ///
  /// - Parameter isWhole: Whether the name has the types around it.
  func find(_ name: String, from file: FileIndex, isWhole: Bool = false) -> TypeIndex? {
    let (type, file) = unaliased(TypeExpression(name), from: file)
    return findDeclared(type.base, from: file, isWhole: isWhole)
  }

  /// A type without the aliases for it, and the file in which its name is to be looked up.
  func unaliased(_ type: TypeExpression, from file: FileIndex) -> (
    type: TypeExpression, file: FileIndex
  ) {
    var (type, file) = (type, file)
    // An alias may stand for another one; in code that does not compile, for itself.
    for _ in 0..<8 {
      let target = aliases.target(of: type, from: file) { module in
        byName[type.base]?.contains { types[$0].module == module } ?? false
      }
      guard let target, target.type.base != type.base || target.file != file else { break }
      (type, file) = target
    }
    return (type, file)
  }

  private func findDeclared(_ name: String, from file: FileIndex, isWhole: Bool) -> TypeIndex? {
    // `Module.Type`
    if let (first, rest) = Self.split(name) {
      if let named = moduleOfName[first],
        let found = byName[rest]?.first(where: {
          types[$0].module == named && types[$0].privateFile == nil
        })
      {
        return found
      }
      if LibraryModules.declaring.contains(first) {
        return byName[rest]?.first { types[$0].module == nil }
      }
    }
    if let found = choose(byName[name] ?? [], file) { return found }
    if isWhole { return nil }
    let nested = (byLastName[name] ?? []).filter {
      types[$0].privateFile == nil && types[$0].module == files[file].module
    }
    if nested.count < 2 { return choose(byLastName[name] ?? [], file) }
    // Of several, the one that the file declares.
    let local = nested.filter { types[$0].file == file }
    return local.count == 1 ? local[0] : nil
  }

  /// Finds a type by its name within another type.
  func find(_ name: String, in outer: TypeIndex, from file: FileIndex) -> TypeIndex? {
    // Most names are not those of nested types.
    if byLastName[name] == nil { return nil }
    return find("\(types[outer].name).\(name)", from: file, isWhole: true)
  }

  /// A name without the module in front of it, if that is FactoryKit.
  private static func withoutLibrary(_ name: String) -> String {
    guard let (first, rest) = split(name), LibraryModules.declaring.contains(first) else {
      return name
    }
    return rest
  }

  /// The part of a name before the first dot, and the rest.
  private static func split(_ name: String) -> (first: String, rest: String)? {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  private func choose(_ candidates: [TypeIndex], _ file: FileIndex) -> TypeIndex? {
    if candidates.isEmpty { return nil }
    if let own = candidates.first(where: { types[$0].privateFile == file }) { return own }
    let visible = candidates.filter { types[$0].privateFile == nil }
    let module = files[file].module
    if let own = visible.first(where: { types[$0].module == module }) { return own }
    let imported = visible.filter {
      types[$0].module.map { modules[module].dependencies.contains($0) } ?? false
    }
    if imported.count == 1 { return imported[0] }
    // Of several, the one whose module the file itself imports.
    let direct = imported.filter {
      types[$0].module.map { files[file].imports(modules[$0].name) } ?? false
    }
    if direct.count == 1 { return direct[0] }
    return imported.isEmpty ? visible.first { types[$0].module == nil } : nil
  }
}

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
    of type: TypeExpression, from file: FileIndex, isType: (_ module: ModuleIndex) -> Bool
  ) -> (type: TypeExpression, file: FileIndex)? {
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
    let values = zip(found[0].fact.parameters, type.arguments)
    var target = found[0].fact.target.replacing(
      Dictionary(values, uniquingKeysWith: { first, _ in first }))
    if type.isOptional, !target.isOptional {
      target = TypeExpression(.optional(target), text: target.text)
    }
    return (target, found[0].file)
  }
}
