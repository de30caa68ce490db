// Factory, MIT licence; see LICENSE
//
// Which declaration a name means, for FactoryMigrate. A migration parses the files again to edit them,
// so the places of declarations are all that it needs besides their types.
/// The declarations of a program that uses another library.
package struct DeclaredNames {
  private let program: Program

  /// Of a program, only the symbols are made.
  package init(files: [SourceFile], modules: [Module]) {
    program = Program(files: files, modules: modules)
  }

  private var symbols: Symbols { program.symbols }

  package func module(of file: FileIndex) -> ModuleIndex { symbols.files[file].module }

  /// Whether a module is the other one, or depends on it.
  package func sees(_ module: ModuleIndex, _ other: ModuleIndex) -> Bool {
    module == other || symbols.modules[module].dependencies.contains(other)
  }

  // MARK: Types

  /// All types, and those of other modules that the program extends.
  package var types: [TypeDeclaration] { symbols.types.types.indices.map(type) }

  /// The type that a file means by a name; nil if there is none, or if it could be several.
  ///
  /// - Parameter outer: the type in which the file says so. Its own types, those that it inherits and
  ///   those around it are named without it.
  package func type(_ name: String, in outer: String = "", from file: FileIndex)
    -> TypeDeclaration?
  {
    let types = symbols.types
    for outer in outer.withTypesAround {
      guard let owner = types.find(outer, from: file, isWhole: true) else { continue }
      for type in program.lineage(of: owner) {
        let inner = "\(types.types[type].name).\(name)"
        if let found = types.find(inner, from: file, isWhole: true) { return self.type(found) }
      }
    }
    return types.find(name, from: file, isWhole: true).map(type)
  }

  private func type(_ index: TypeIndex) -> TypeDeclaration {
    let info = symbols.types.types[index]
    let facts = info.parts.map { program.fact(of: $0) }
    return TypeDeclaration(
      index: index, name: info.name, module: info.module,
      isClass: info.kind == .class, isStruct: info.kind == .struct,
      isPrivate: info.privateFile != nil,
      isPublic: facts.first?.modifiers.contains { ["public", "package", "open"].contains($0) }
        == true,
      inherited: info.inherited,
      attributes: Set(facts.flatMap { $0.attributes.map(\.name) }),
      parts: zip(info.parts, facts).map { Location($0.file, $1.place) })
  }

  /// What a type inherits from, as far as the program declares or extends it.
  package func ancestors(of type: TypeDeclaration) -> [TypeDeclaration] {
    program.ancestors(of: type.index).map(self.type)
  }

  /// What an alias stands for, as it is written; nil if the name is no alias.
  package func target(ofAlias name: String, from file: FileIndex) -> String? {
    let (target, _) = symbols.types.unaliased(TypeExpression(name), from: file)
    return target.base == name ? nil : target.text
  }

  // MARK: Members and local names

  /// The members that a type declares itself, in order.
  package func members(of type: TypeDeclaration) -> [MemberDeclaration] {
    symbols.types.types[type.index].members.values.joined().sorted().map(member)
  }

  /// The functions and variables at the top level that a file sees.
  package func globals(_ name: String, from file: FileIndex) -> [MemberDeclaration] {
    program.globals(named: name, from: file).map(member)
  }

  private func member(_ reference: MemberReference) -> MemberDeclaration {
    let fact = program.member(reference)
    return MemberDeclaration(
      name: fact.name, isInitializer: fact.kind == .initializer,
      isFunction: fact.kind == .function, isStatic: fact.isStatic,
      isStored: fact.kind == .property && fact.storage != .computed,
      type: fact.type?.text,
      parameters: fact.parameters.map { ($0.label, $0.type?.text ?? "", $0.hasDefault) },
      location: Location(reference.file, fact.place))
  }

  /// Where the parameter or local variable is declared that a name means at a place; nil if it means
  /// neither.
  package func local(_ name: String, at place: Place, in file: FileIndex) -> Place? {
    let regions = symbols.files[file].facts.regions
    // The innermost begins last.
    guard let region = regions.lastIndex(where: { $0.range.contains(place) }) else { return nil }
    return program.placeOfLocal(named: name, in: Reference(file, region), at: place)
  }
}

extension String {
  /// A type, and those around it: `A.B` and `A`.
  package var withTypesAround: [String] {
    let parts = split(separator: ".")
    return parts.indices.reversed().map { parts[...$0].joined(separator: ".") }
  }
}

/// A type with its extensions.
package struct TypeDeclaration: Hashable {
  let index: TypeIndex
  /// With the types around it: `Outer.Inner`.
  package let name: String
  /// Nil for a type of another program, which this one extends.
  package let module: ModuleIndex?
  package let isClass: Bool
  package let isStruct: Bool
  package let isPrivate: Bool
  /// Whether other modules see it.
  package let isPublic: Bool
  package let inherited: [String]
  /// The attributes of the declaration and of all extensions.
  package let attributes: Set<String>
  /// The declaration, and then the extensions.
  package let parts: [Location]
}

/// A property, function or initialiser.
package struct MemberDeclaration {
  package let name: String
  package let isInitializer: Bool
  package let isFunction: Bool
  package let isStatic: Bool
  package let isStored: Bool
  /// The type or result, as it is written.
  package let type: String?
  package let parameters: [(label: String?, type: String, hasDefault: Bool)]
  /// Of the name.
  package let location: Location
}

extension Program {
  /// The places that use factories, with those that declare them.
  package var placesOfUses: [(declaration: Location, use: Location)] {
    uses.map { use in
      let member = factories[use.factory].member
      return (
        Location(member.file, self.member(member).place), Location(use.file, use.place)
      )
    }
  }
}
