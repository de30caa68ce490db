// Factory, MIT licence; see LICENSE
//
// The files of the program, and the declarations that their names mean.
import FactoryGraph
import SwiftSyntax

final class Program {
  /// Each file once, also if several modules compile it.
  let files: [ParsedFile]
  let names: DeclaredNames
  let modules: [Module]
  private var fileOfIndex: [FileIndex: ParsedFile] = [:]
  private var questions: [(message: String, places: [(file: ParsedFile, node: Syntax)])] = []

  init(_ sources: [SourceFile], _ modules: [Module], texts: [String: String]) {
    self.modules = modules
    names = DeclaredNames(files: sources, modules: modules)
    var indices: [String: [FileIndex]] = [:]
    for (index, source) in sources.enumerated() {
      indices[source.path, default: []].append(FileIndex(index))
    }
    let sources = Dictionary(uniqueKeysWithValues: sources.enumerated().map { (FileIndex($0), $1) })
    // What the tests compile as well belongs to the program.
    let isTest = { (index: FileIndex) in modules[sources[index]!.module].kind == .test }
    files = texts.keys.sorted().compactMap { path -> ParsedFile? in
      guard let found = indices[path], let text = texts[path] else { return nil }
      let sorted = found.filter { !isTest($0) } + found.filter(isTest)
      return ParsedFile(path, text, sorted, sorted.map { sources[$0]!.module })
    }
    for file in files {
      file.program = self
      for index in file.indices { fileOfIndex[index] = file }
    }
  }

  // MARK: Declarations

  /// The file in which something is declared; nil if it was not read again.
  func file(of declaration: Location) -> ParsedFile? { fileOfIndex[declaration.file] }

  /// The name of a declaration in the syntax of its file.
  func token(at declaration: Location) -> TokenSyntax? {
    guard let file = file(of: declaration) else { return nil }
    return file.tree.token(at: AbsolutePosition(utf8Offset: file.offset(of: declaration.place)))
  }

  /// Whether a type has generic parameters.
  func isGeneric(_ type: TypeDeclaration) -> Bool { !generics(of: type).isEmpty }

  func generics(of type: TypeDeclaration) -> Set<String> {
    let declaration = type.parts.first.flatMap(token)?.parent?
      .asProtocol((any WithGenericParametersSyntax).self)
    return Set(declaration?.genericParameterClause?.parameters.map(\.name.plain) ?? [])
  }

  /// Whether a module sees what another one declares.
  func sees(_ module: ModuleIndex, _ other: ModuleIndex) -> Bool { names.sees(module, other) }

  /// Whether a file sees what another one declares, in some module that compiles it.
  func sees(_ file: ParsedFile, _ other: ParsedFile) -> Bool {
    file.modules.contains { module in other.modules.contains { sees(module, $0) } }
  }

  /// The module that all of these see, and that sees the others that they all see. Nil if there is
  /// none.
  func lowest(of modules: Set<ModuleIndex>, among candidates: Set<ModuleIndex>) -> ModuleIndex? {
    let common = candidates.filter { one in modules.allSatisfy { sees($0, one) } }
    // One that declares nothing new for the others is better than one below it.
    let nearest = common.filter { one in common.allSatisfy { sees(one, $0) } }
    return nearest.count == 1 ? nearest.first : nil
  }

  /// The names of the types that inherit from or conform to one of these directly.
  func types(inheriting bases: Set<String>) -> Set<String> {
    Set(
      names.types.filter { !bases.isDisjoint(with: $0.inherited) }
        .compactMap { $0.name.split(separator: ".").last.map(String.init) })
  }

  /// The names of the members of the extensions of types that the program does not declare.
  func members(ofExtensionsOf types: Set<String>) -> Set<String> {
    Set(
      names.types.filter { $0.module == nil && types.contains($0.name) }
        .flatMap { names.members(of: $0).map(\.name) })
  }

  /// Whether some type of the program has a member of a name.
  func declaresMember(_ name: String) -> Bool {
    names.types.contains { type in names.members(of: type).contains { $0.name == name } }
  }

  /// The files that use a module: they import it, or another module of the program that exports
  /// it, or they belong to a module of which another file exports it.
  func files(importing modules: Set<String>) -> [ParsedFile] {
    var exporting: Set<String> = []
    func imports(_ file: ParsedFile, exported: Bool) -> Bool {
      file.imports.contains {
        ($0.isExported || !exported)
          && (modules.contains($0.module) || exporting.contains($0.module))
      }
    }
    var changed = true
    while changed {
      changed = false
      for file in files where !exporting.contains(file.moduleName) && imports(file, exported: true)
      {
        exporting.insert(file.moduleName)
        changed = true
      }
    }
    return files.filter { exporting.contains($0.moduleName) || imports($0, exported: false) }
  }

  // MARK: Questions

  /// Records a question that one answer settles for all places that ask it.
  func ask(_ message: String, in file: ParsedFile, at node: some SyntaxProtocol) {
    if file.isMarked(node) { return }
    let place = (file, Syntax(node))
    if let index = questions.firstIndex(where: { $0.message == message }) {
      questions[index].places.append(place)
    } else {
      questions.append((message, [place]))
    }
  }

  /// Marks the first place of each question, with the number of places.
  func markQuestions() {
    for (message, places) in questions {
      let count = places.count > 1 ? " (\(places.count) places)" : ""
      places[0].file.note(places[0].node, message + count)
    }
  }
}

struct ImportFact {
  var module: String
  var isExported: Bool
  var isTestable: Bool
  var syntax: ImportDeclSyntax

  init?(_ syntax: ImportDeclSyntax) {
    guard let module = syntax.path.first?.name.plain else { return nil }
    self.module = module
    isExported = syntax.attribute("_exported") != nil
    isTestable = syntax.attribute("testable") != nil
    self.syntax = syntax
  }
}

extension ParsedFile {
  /// Imports a module that the file needs after it was rewritten.
  func addImport(_ module: String) {
    guard !edits.isEmpty, !imports.contains(where: { $0.module == module }) else { return }
    if let first = imports.first {
      insert("import \(module)\(lineBreak)", before: first.syntax)
    } else if let first = tree.statements.first {
      insert("import \(module)\(lineBreak)\(lineBreak)", before: first)
    }
  }

  /// Replaces the modules of a library in the imports and in `#if canImport`. One that is imported
  /// already is not imported twice.
  func replaceImports(of old: Set<String>, with new: String) {
    let found = imports.filter { old.contains($0.module) }
    let hasNew = imports.contains { ["FactoryKit", "FactoryTesting"].contains($0.module) }
    for fact in found {
      // Clauses of `#if` may import the same module.
      if hasNew || fact.module != found[0].module {
        removeLines(fact.syntax)
      } else {
        replace(fact.syntax.path.first!.name, with: new)
      }
    }
    for module in Set(found.map(\.module)) { replaceModuleName(module, with: new) }
    for call in tree.nodes(FunctionCallExprSyntax.self)
    where call.calledExpression.name == "canImport" {
      let module = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName
      if let module, old.contains(module.text) { replace(module, with: new) }
    }
  }

  /// `Factory.Container` names the module.
  private func replaceModuleName(_ old: String, with new: String) {
    for type in tree.nodes(MemberTypeSyntax.self) where type.baseType.trimmedDescription == old {
      replace(type.baseType, with: new)
    }
    for access in tree.nodes(MemberAccessExprSyntax.self) where access.base?.name == old {
      if access.declName.baseName.text.first?.isUppercase == true {
        replace(access.base!, with: new)
      }
    }
  }
}

extension ParsedFile {
  private static let namesOfLibrary: Set<String> = [
    "DynamicInjected", "Factory", "Injected", "InjectedObject", "InjectedObservable",
    "LazyInjected", "ParameterFactory", "Scope", "WeakLazyInjected",
  ]

  /// Qualifies names that another module of the program declares as well as FactoryKit: `App.Injected`.
  /// In the module itself its own declaration hides that of FactoryKit; elsewhere both are imported, and
  /// the compiler does not choose.
  func qualifyAmbiguousNames() {
    guard !edits.isEmpty else { return }
    let types = tree.nodes(IdentifierTypeSyntax.self).map(\.name)
    for token in types + tree.names().map(\.baseName)
    where Self.namesOfLibrary.contains(token.plain) {
      guard let type = self.types(at: token).declared(token.plain), type.name == token.plain,
        let module = type.module, !modules.contains(module),
        let seen = imports.first(where: { $0.module == program.modules[module].name }),
        type.isPublic || seen.isTestable
      else { continue }
      insert("\(seen.module).", before: token)
    }
  }
}
