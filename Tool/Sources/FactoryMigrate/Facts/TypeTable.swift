// Factory, MIT licence; see LICENSE
//
// The types of the program and the signatures of their members, found by name.
import SwiftSyntax

struct ParameterFact {
  var label: String?
  var type: String
  var hasDefault: Bool
}

struct TypeFacts {
  var isProtocol = false
  var isClass = false
  var isStruct = false
  /// The generic parameters, which are no types elsewhere.
  var generics: Set<String> = []
  /// The types that it declares with `typealias`, by their names.
  var aliases: [String: String] = [:]
  /// Whether an attribute isolates it to the main actor.
  var isMainActor = false
  var isGlobalActor = false
  /// Whether there is a declaration that only its file sees, and another one.
  var isPrivate = false
  var isVisible = false
  var inherited: [String] = []
  var initializers: [[ParameterFact]] = []
  /// The stored properties, for the memberwise initialiser.
  var stored: [ParameterFact] = []
  /// The types of static and instance properties and functions; nil if they differ.
  var members: [String: String?] = [:]

  /// A type in its declaration as other code writes it. Empty if its names have no meaning there.
  func outside(_ type: String) -> String {
    if let target = aliases[type] { return target }
    let own = generics.union(aliases.keys)
    return TypeSpelling.words(of: type).isDisjoint(with: own) ? type : ""
  }

  mutating func addMember(_ name: String, _ type: String?) {
    if let known = members[name], known != type {
      members[name] = .some(nil)
    } else {
      members[name] = type
    }
  }
}

struct TypeTable {
  private(set) var types: [String: TypeFacts] = [:]
  /// Free functions and global variables.
  private(set) var globals = TypeFacts()

  init(_ files: [ParsedFile]) {
    for file in files {
      let reader = Reader(viewMode: .sourceAccurate)
      reader.walk(file.tree)
      types.merge(reader.types) { first, second in
        var merged = first
        merged.isProtocol = first.isProtocol || second.isProtocol
        merged.isClass = first.isClass || second.isClass
        merged.isStruct = first.isStruct || second.isStruct
        merged.generics.formUnion(second.generics)
        merged.aliases.merge(second.aliases) { first, _ in first }
        merged.isMainActor = first.isMainActor || second.isMainActor
        merged.isGlobalActor = first.isGlobalActor || second.isGlobalActor
        merged.isPrivate = first.isPrivate || second.isPrivate
        merged.isVisible = first.isVisible || second.isVisible
        merged.inherited += second.inherited
        merged.initializers += second.initializers
        merged.stored += second.stored
        for (name, type) in second.members { merged.addMember(name, type) }
        return merged
      }
      for (name, type) in reader.globals.members { globals.addMember(name, type) }
    }
  }

  subscript(name: String) -> TypeFacts? { types[name] }

  /// The types that inherit from or conform to one of these directly.
  func names(inheriting bases: Set<String>) -> Set<String> {
    Set(types.filter { !bases.isDisjoint(with: $0.value.inherited) }.keys)
  }

  /// Whether the program declares something with the name at the top level.
  func declares(_ name: String) -> Bool {
    types[name] != nil || globals.members[name] != nil
  }

  /// Adds the type of something that a migration has found out.
  mutating func add(_ member: String, of type: String, _ result: String) {
    types[type, default: TypeFacts()].addMember(member, result)
  }

  /// Whether a type is isolated to the main actor, itself or as what it inherits from is.
  func isMainActor(_ name: String) -> Bool {
    var seen: Set<String> = []
    var queue = [name]
    while let next = queue.popLast() {
      if TypeFacts.mainActorTypes.contains(next) || types[next]?.isMainActor == true { return true }
      // A base class of another package, which is one of a view if its name says so.
      if next != name, types[next] == nil, TypeFacts.isNamedLikeAView(next) { return true }
      queue += (types[next]?.inherited ?? []).filter { seen.insert($0).inserted }
    }
    return false
  }

  /// The types of the parameters of the initialiser that has these labels; empty if one depends on
  /// generic parameters.
  func initializer(of type: String, labels: [String?]) -> [String]? {
    guard let facts = types[type] else { return nil }
    var candidates = facts.initializers
    if facts.isStruct, candidates.isEmpty { candidates = [facts.stored] }
    var found: [[String]] = []
    for parameters in candidates {
      guard let types = Self.match(parameters, labels) else { continue }
      found.append(types.map(facts.outside))
    }
    if found.isEmpty, facts.initializers.isEmpty, facts.isClass {
      for base in facts.inherited {
        if let types = initializer(of: base, labels: labels) { return types }
      }
    }
    return found.count == 1 || Set(found).count == 1 ? found.first : nil
  }

  private static func match(_ parameters: [ParameterFact], _ labels: [String?]) -> [String]? {
    var types: [String] = []
    var next = parameters[...]
    for label in labels {
      while let first = next.first, first.label != label {
        guard first.hasDefault else { return nil }
        next = next.dropFirst()
      }
      guard let first = next.popFirst() else { return nil }
      types.append(first.type)
    }
    return next.allSatisfy(\.hasDefault) ? types : nil
  }
}

private final class Reader: SyntaxVisitor {
  var types: [String: TypeFacts] = [:]
  var globals = TypeFacts()
  private var scopes: [String] = []

  private func enter(
    _ node: some DeclGroupSyntax & NamedDeclSyntax & WithModifiersSyntax & WithAttributesSyntax,
    _ change: (inout TypeFacts) -> Void = { _ in }
  ) -> SyntaxVisitorContinueKind {
    enter(node, node.name.plain) {
      let isPrivate = node.modifier(.private) ?? node.modifier(.fileprivate) != nil
      if node.attribute("MainActor") != nil { $0.isMainActor = true }
      if node.attribute("globalActor") != nil { $0.isGlobalActor = true }
      if isPrivate, scopes.count == 1 { $0.isPrivate = true } else { $0.isVisible = true }
      let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
      $0.generics.formUnion(clause?.parameters.map(\.name.plain) ?? [])
      change(&$0)
    }
  }

  private func enter(
    _ node: some DeclGroupSyntax, _ name: String, _ change: (inout TypeFacts) -> Void
  ) -> SyntaxVisitorContinueKind {
    scopes.append(name)
    change(&types[name, default: TypeFacts()])
    types[name]!.inherited +=
      node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node) { $0.isClass = true }
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node) { $0.isStruct = true }
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node) { $0.isProtocol = true }
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.extendedType.trimmedDescription) { _ in }
  }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = scopes.last {
      types[type]!.aliases[node.name.plain] = node.initializer.value.trimmedDescription
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let parameters = node.signature.parameterClause.parameters.map { parameter in
      ParameterFact(
        label: parameter.firstName.text == "_" ? nil : parameter.firstName.plain,
        type: Self.plain(parameter.type), hasDefault: parameter.defaultValue != nil)
    }
    if let type = scopes.last { types[type]!.initializers.append(parameters) }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.plain, node.signature.returnClause?.type.trimmedDescription)
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain else {
        continue
      }
      var type = binding.typeAnnotation.map { Self.plain($0.type) }
      if type == nil, let value = binding.initializer?.value {
        type = Inference.literalOrConstruction(value)
      }
      add(name, binding.typeAnnotation?.type.trimmedDescription ?? type)
      let isStatic = node.modifier(.static) != nil || node.modifier(.class) != nil
      let isConstant = node.bindingSpecifier.text == "let" && binding.initializer != nil
      if let scope = scopes.last, !isStatic, binding.accessorBlock == nil, !isConstant {
        types[scope]!.stored.append(
          ParameterFact(label: name, type: type ?? "", hasDefault: binding.initializer != nil))
      }
    }
    return .skipChildren
  }

  private func add(_ name: String, _ type: String?) {
    if let scope = scopes.last {
      types[scope]!.addMember(name, type)
    } else {
      globals.addMember(name, type)
    }
  }

  /// Without `@escaping` and the like.
  private static func plain(_ type: TypeSyntax) -> String {
    guard let attributed = type.as(AttributedTypeSyntax.self) else {
      return type.trimmedDescription
    }
    return attributed.baseType.trimmedDescription
  }
}
