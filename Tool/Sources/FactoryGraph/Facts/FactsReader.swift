// Factory, MIT licence; see LICENSE
//
// Visits the syntax tree of a file, and reads its facts. The extensions read what is visited:
// `FactsReader+Declarations.swift` imports, types, members and local variables,
// `FactsReader+Scopes.swift` statements that bind names, and `FactsReader+Chains.swift` expressions.
import SwiftSyntax

final class FactsReader: SyntaxVisitor {
  var facts = FileFacts()
  let converter: PlaceConverter
  /// The regions around the current node, the innermost last.
  private var open: [Int] = []
  /// The types around the current node.
  var types: [Int] = []
  /// The scopes of local names around the current node, the innermost last. None at the top level
  /// of a file and in the body of a type, where a variable is a member.
  var scopes: [NameScope] = []
  /// Where the names of the current pattern become visible, if not at its end.
  var bindingStart: AbsolutePosition?
  private let end: AbsolutePosition
  private var conditions = 0
  var assignedNames: Set<String> = []
  /// The chains that were read, by the expressions that they are.
  var chains: [SyntaxIdentifier: Int] = [:]

  init(_ tree: SourceFileSyntax, _ source: String) {
    converter = PlaceConverter(source)
    end = tree.endPosition
    super.init(viewMode: .sourceAccurate)
    facts.regions.append(Region(kind: .file, parent: nil, range: range(tree)))
    open.append(0)
  }

  var region: Int { open.last! }

  /// Whether the current code is in a block, a closure or an initial value, so that a variable is a
  /// local one.
  var isLocal: Bool { !scopes.isEmpty }

  /// The end of the innermost scope.
  var scopeEnd: AbsolutePosition { scopes.last?.end ?? end }

  func range(_ node: some SyntaxProtocol) -> PlaceRange { converter.range(node) }

  func place(_ node: some SyntaxProtocol) -> Place {
    converter.place(node.positionAfterSkippingLeadingTrivia)
  }

  /// Reads the children of a node as a region of their own.
  @discardableResult
  func within(
    _ kind: Region.Kind, _ node: some SyntaxProtocol, _ parameters: [ParameterFact] = [],
    _ body: () -> Void
  ) -> Int {
    let index = facts.regions.count
    facts.regions.append(
      Region(kind: kind, parent: region, range: range(node), parameters: parameters))
    open.append(index)
    switch kind {
    case .condition: body()
    case .type:
      let outer = scopes
      scopes = []
      body()
      scopes = outer
    default: withinScope(node, body)
    }
    open.removeLast()
    return index
  }

  // MARK: Imports and conditions

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let module = node.path.first?.name.text {
      facts.imports.append(
        ImportFact(
          module: module, attributes: attributeNames(node.attributes),
          access: node.modifiers.first?.name.text, region: region, place: place(node)))
    }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    within(clausesOf: node) { walk(Syntax($0)) }
    return .skipChildren
  }

  /// Reads what each clause of an `#if` has as a region of its own.
  func within(
    clausesOf node: IfConfigDeclSyntax, _ body: (IfConfigClauseSyntax.Elements) -> Void
  ) {
    conditions += 1
    let number = conditions
    let requirements = BuildCondition.required(by: node.clauses)
    for (index, clause) in node.clauses.enumerated() {
      guard let elements = clause.elements else { continue }
      let region = within(.condition(number, index), clause) { body(elements) }
      facts.regions[region].requirements = requirements[index]
    }
  }

  // MARK: Branches

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind { read(node) }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    withinScope(node) { branch(node.label, node.statements) }
    return .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    withinScope(node) { walk(Syntax(node.statements)) }
    return .skipChildren
  }

  /// `defer` runs after what follows it.
  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    within(.local("defer"), node.body) { walk(Syntax(node.body)) }
    return .skipChildren
  }

  /// Reads nodes as a region of their own.
  func branch(_ nodes: (any SyntaxProtocol)?...) {
    let nodes = nodes.compactMap { $0.map { Syntax($0) } }
    guard let last = nodes.last else { return }
    conditions += 1
    mayNotRun(range(last))
    within(.condition(conditions, 0), last) { for node in nodes { walk(node) } }
  }

  // MARK: Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.class, node, node.name, isGeneric: node.genericParameterClause != nil)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.struct, node, node.name, isGeneric: node.genericParameterClause != nil)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.enum, node, node.name, isGeneric: node.genericParameterClause != nil)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.actor, node, node.name, isGeneric: node.genericParameterClause != nil)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.protocol, node, node.name)
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    type(.extension, node, nil, extended: node.extendedType)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isLocal { alias(node) }
    return .skipChildren
  }

  // MARK: Members and local variables

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let attributes = attributeFacts(node.attributes)
    let modifiers = modifierNames(node.modifiers)
    // In `let a, b: Int`, the type belongs to both.
    var type: TypeSyntax?
    for binding in node.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? type
      for (name, token) in names(in: binding.pattern) {
        if isLocal {
          local(token, type.map { TypeExpression($0) }, node, modifiers, binding)
        } else {
          property(
            node, binding, name, token, type.map { TypeExpression($0) }, attributes, modifiers)
        }
      }
      if binding.pattern.is(WildcardPatternSyntax.self), let value = binding.initializer?.value {
        walk(Syntax(value))
      }
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let (clause, result) = (node.signature.parameterClause, node.signature.returnClause?.type)
    return function(.function, node, node.name, clause, result, node.body)
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    function(.initializer, node, node.initKeyword, node.signature.parameterClause, nil, node.body)
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body { within(.local("deinit"), body) { walk(Syntax(body)) } }
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    var member = MemberFact(
      kind: .subscripted, name: "subscript", owner: types.last,
      modifiers: modifierNames(node.modifiers), type: TypeExpression(node.returnClause.type),
      parameters: parameterFacts(node.parameterClause), region: region,
      place: place(node.subscriptKeyword))
    member.isStatic = member.modifiers.contains { $0 == "static" || $0 == "class" }
    member.constraints = node.genericParameterClause?.trimmedDescription ?? ""
    if let block = node.accessorBlock {
      member.body = within(.local("subscript"), block, member.parameters) { walk(Syntax(block)) }
    }
    facts.members.append(member)
    return .skipChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node, node.macroName)
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    read(node, node.macroName)
  }

  /// The name of the region of `#Preview { … }`.
  static let preview = "#Preview"

  private func read(_ node: some SyntaxProtocol, _ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    guard "#\(name.text)" == Self.preview else { return .visitChildren }
    within(.local(Self.preview), node) {
      for child in node.children(viewMode: .sourceAccurate) { walk(child) }
    }
    return .skipChildren
  }

  // MARK: Patterns

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    read(node)
  }
  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    read(node)
  }

  /// The names of a `for` loop, `case` or `catch`, whose types are not known.
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if isLocal { declare(node.identifier, from: bindingStart ?? node.endPosition) }
    return .skipChildren
  }

  // MARK: Expressions

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: PostfixIfConfigExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    read(node)
  }
  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    read(node)
  }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    node.isKeyPathSubscript ? read(node) : .visitChildren
  }
  override func visit(_ node: NilLiteralExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
  override func visit(_ node: DictionaryExprSyntax) -> SyntaxVisitorContinueKind { read(node) }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    _ = closure(node, .stored)
    return .skipChildren
  }

  override func visitPost(_ node: SequenceExprSyntax) {
    readAssignment(node)
    noteConditions(node)
  }

  override func visitPost(_ node: ReturnStmtSyntax) { noteExit(Syntax(node)) }
  override func visitPost(_ node: ThrowStmtSyntax) { noteExit(Syntax(node)) }

  override func visitPost(_ node: AssignmentExprSyntax) {
    if let name = assignedName(node) { assignedNames.insert(name) }
  }
}
