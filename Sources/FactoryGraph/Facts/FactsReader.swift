// Factory, MIT licence; see LICENSE
//
// Reads the facts of a file from its syntax tree: imports, types, members and local variables. The
// extension in `FactsReader+Chains.swift` reads expressions.
#if Tool
  import SwiftParser
  import SwiftParserDiagnostics
  import SwiftSyntax

  extension FileFacts {
    /// Reads the facts of a source text.
    public init(parsing source: String) {
      let tree = Parser.parse(source: source)
      let reader = FactsReader(tree)
      reader.walk(tree)
      self = reader.facts
      suppressions = Suppression.all(in: tree, reader.converter)
      if tree.hasError {
        for diagnostic in ParseDiagnosticsGenerator.diagnostics(for: tree) {
          syntaxErrors.append(
            SyntaxErrorFact(
              message: diagnostic.message,
              place: reader.converter.place(diagnostic.position)))
        }
      }
    }
  }

  final class FactsReader: SyntaxVisitor {
    var facts = FileFacts()
    let converter: PlaceConverter
    /// The regions around the current node, the innermost last.
    private var open: [Int] = []
    /// The types around the current node.
    private var types: [Int] = []
    private var conditions = 0
    /// The chains that were read, by the expressions that they are.
    var chains: [SyntaxIdentifier: Int] = [:]

    init(_ tree: SourceFileSyntax) {
      converter = PlaceConverter(tree)
      super.init(viewMode: .sourceAccurate)
      facts.regions.append(Region(kind: .file, parent: nil, range: range(tree)))
      open.append(0)
    }

    var region: Int { open.last! }

    /// Whether the current code is run by a function, a closure or at the top level, so that a
    /// variable is a local one.
    private var isLocal: Bool {
      for index in open.reversed() {
        switch facts.regions[index].kind {
        case .condition: continue
        case .type, .file: return false
        case .member, .argument, .local, .closure: return true
        }
      }
      return false
    }

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
      body()
      open.removeLast()
      return index
    }

    // MARK: Imports and conditions

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
      if let module = node.path.first?.name.text {
        facts.imports.append(
          ImportFact(
            module: module, attributes: attributeNames(node.attributes), region: region,
            range: range(node), removal: removal(of: node)))
      }
      return .skipChildren
    }

    private func removal(of node: ImportDeclSyntax) -> PlaceRange {
      let semicolon = node.parent?.as(CodeBlockItemSyntax.self)?.semicolon
      let last = semicolon ?? node.lastToken(viewMode: .sourceAccurate)!
      let next = last.nextToken(viewMode: .sourceAccurate)
      var position = last.endPositionBeforeTrailingTrivia
      for piece in last.trailingTrivia + (next?.leadingTrivia ?? []) {
        guard !piece.isNewline else { break }
        guard piece.isSpaceOrTab else {
          return PlaceRange(start: place(node), end: converter.place(position))
        }
        position = position.advanced(by: piece.sourceLength.utf8Length)
      }
      let place = place(node)
      if let next, next.tokenKind != .endOfFile, self.place(next).line == place.line {
        return PlaceRange(start: place, end: self.place(next))
      }
      let before = node.previousToken(viewMode: .sourceAccurate).map { self.place($0).line }
      let start = before == place.line ? place : Place(line: place.line, column: 1)
      return PlaceRange(start: start, end: Place(line: range(node).end.line + 1, column: 1))
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
      conditions += 1
      let number = conditions
      for (index, clause) in node.clauses.enumerated() {
        guard let elements = clause.elements else { continue }
        within(.condition(number, index), clause) { walk(Syntax(elements)) }
      }
      return .skipChildren
    }

    // MARK: Branches

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
      walk(Syntax(node.conditions))
      branch(node.body)
      if let other = node.elseBody { branch(other) }
      return .skipChildren
    }

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
      walk(Syntax(node.conditions))
      branch(node.body)
      return .skipChildren
    }

    override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
      branch(node.label, node.statements)
      return .skipChildren
    }

    override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
      branch(node.catchItems, node.body)
      return .skipChildren
    }

    /// `defer` runs after what follows it.
    override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
      within(.local("defer"), node.body) { walk(Syntax(node.body)) }
      return .skipChildren
    }

    /// Reads nodes as a region of their own.
    private func branch(_ nodes: (any SyntaxProtocol)?...) {
      let nodes = nodes.compactMap { $0.map { Syntax($0) } }
      guard let last = nodes.last else { return }
      conditions += 1
      within(.condition(conditions, 0), last) { for node in nodes { walk(node) } }
    }

    // MARK: Types

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .class, node.name, node.inheritanceClause, node.attributes, node.modifiers,
        node.classKeyword, node.memberBlock)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .struct, node.name, node.inheritanceClause, node.attributes, node.modifiers,
        node.structKeyword, node.memberBlock)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .enum, node.name, node.inheritanceClause, node.attributes, node.modifiers,
        node.enumKeyword, node.memberBlock)
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .actor, node.name, node.inheritanceClause, node.attributes, node.modifiers,
        node.actorKeyword, node.memberBlock)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .protocol, node.name, node.inheritanceClause, node.attributes, node.modifiers,
        node.protocolKeyword, node.memberBlock)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      type(
        .extension, nil, node.inheritanceClause, node.attributes, node.modifiers,
        node.extensionKeyword, node.memberBlock, extended: node.extendedType,
        constraints: node.genericWhereClause?.trimmedDescription ?? "")
    }

    private func type(
      _ kind: TypeFact.Kind, _ name: TokenSyntax?, _ inheritance: InheritanceClauseSyntax?,
      _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
      _ keyword: TokenSyntax, _ members: MemberBlockSyntax, extended: TypeSyntax? = nil,
      constraints: String = ""
    ) -> SyntaxVisitorContinueKind {
      let own = name?.text ?? extended.map { TypeName($0).base } ?? ""
      let outer = types.last.map { facts.types[$0].name + "." } ?? ""
      let index = facts.types.count
      facts.types.append(
        TypeFact(
          kind: kind, name: outer + own,
          inherited: inheritance?.inheritedTypes.map { TypeName($0.type) } ?? [],
          attributes: attributeFacts(attributes), modifiers: modifiers.map(\.name.text),
          constraints: constraints, region: region,
          place: name.map { place($0) } ?? extended.map { place($0) } ?? place(keyword),
          keywordPlace: place(keyword)))
      types.append(index)
      within(.type(index), members) { walk(Syntax(members)) }
      types.removeLast()
      return .skipChildren
    }

    private func attributeNames(_ attributes: AttributeListSyntax) -> [String] {
      attributes.compactMap { element in
        guard case .attribute(let attribute) = element else { return nil }
        return attribute.attributeName.trimmedDescription
      }
    }

    /// Each modifier, up to the word after it.
    private func ranges(of modifiers: DeclModifierListSyntax) -> [PlaceRange] {
      modifiers.map { modifier in
        PlaceRange(
          start: place(modifier),
          end: modifier.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
            .map { place($0) } ?? range(modifier).end)
      }
    }

    func attributeFacts(_ attributes: AttributeListSyntax) -> [AttributeFact] {
      attributes.flatMap { element -> [AttributeFact] in
        if case .ifConfigDecl(let condition) = element {
          return condition.clauses.flatMap { clause -> [AttributeFact] in
            if case .attributes(let list) = clause.elements { attributeFacts(list) } else { [] }
          }
        }
        guard case .attribute(let attribute) = element else { return [] }
        var fact = AttributeFact(
          name: attribute.attributeName.trimmedDescription, range: range(attribute))
        if case .argumentList(let arguments) = attribute.arguments {
          fact.keyPath =
            arguments.lazy.compactMap {
              $0.expression.as(KeyPathExprSyntax.self).map { self.keyPath($0) }
            }.first
          fact.chain = chain(ofAttribute: attribute, arguments)
        }
        return [fact]
      }
    }

    // MARK: Members and local variables

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      let attributes = attributeFacts(node.attributes)
      let modifiers = node.modifiers.map(\.name.text)
      // In `let a, b: Int`, the type belongs to both.
      var type: TypeSyntax?
      for binding in node.bindings.reversed() {
        type = binding.typeAnnotation?.type ?? type
        for (name, token) in names(in: binding.pattern) {
          if isLocal {
            local(name, token, type.map { TypeName($0) }, binding)
          } else {
            property(node, binding, name, token, type.map { TypeName($0) }, attributes, modifiers)
          }
        }
        if binding.pattern.is(WildcardPatternSyntax.self), let value = binding.initializer?.value {
          walk(Syntax(value))
        }
      }
      return .skipChildren
    }

    private func names(in pattern: PatternSyntax) -> [(String, TokenSyntax)] {
      if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
        return [(name.text, name)]
      }
      return pattern.as(TuplePatternSyntax.self)?.elements.flatMap { names(in: $0.pattern) } ?? []
    }

    private func property(
      _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ name: String,
      _ token: TokenSyntax, _ type: TypeName?, _ attributes: [AttributeFact],
      _ modifiers: [String]
    ) {
      let index = facts.members.count
      var member = MemberFact(
        kind: .property, name: name, owner: types.last, attributes: attributes,
        modifiers: modifiers, type: type, region: region, place: place(token),
        range: range(node), keyword: range(node.bindingSpecifier))
      member.isStatic = modifiers.contains { $0 == "static" || $0 == "class" }
      member.storage =
        if binding.accessorBlock.map({ isComputed($0) }) ?? false {
          .computed
        } else if node.bindingSpecifier.tokenKind == .keyword(.let) {
          .letStored
        } else {
          modifiers.contains("lazy") ? .lazyStored : .varStored
        }
      member.modifierRanges = ranges(of: node.modifiers)
      if let initializer = binding.initializer {
        let before = binding.typeAnnotation?.endPositionBeforeTrailingTrivia
        member.assignment = PlaceRange(
          start: converter.place(before ?? token.endPositionBeforeTrailingTrivia),
          end: place(initializer.value))
        member.valueEnd = range(initializer.value).end
      }
      facts.members.append(member)
      if let value = binding.initializer?.value {
        facts.members[index].body = within(.member(index), value) { walk(Syntax(value)) }
        facts.members[index].value = chains[value.unwrapped.id]
      }
      if let block = binding.accessorBlock {
        facts.members[index].body = within(.member(index), block) { walk(Syntax(block)) }
        facts.members[index].value = value(of: block)
      }
    }

    private func isComputed(_ block: AccessorBlockSyntax) -> Bool {
      switch block.accessors {
      case .getter: true
      case .accessors(let list):
        !list.contains {
          ["willSet", "didSet"].contains($0.accessorSpecifier.text)
        }
      }
    }

    private func local(
      _ name: String, _ token: TokenSyntax, _ type: TypeName?, _ binding: PatternBindingSyntax
    ) {
      var variable = VariableFact(
        name: name, region: region, type: type, value: nil, place: place(token))
      if let value = binding.initializer?.value {
        walk(Syntax(value))
        variable.value = chains[value.unwrapped.id]
      }
      if let block = binding.accessorBlock {
        within(.local(name), block) { walk(Syntax(block)) }
      }
      facts.variables.append(variable)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      function(
        .function, node.name.text, node.name, node.attributes, node.modifiers, node.funcKeyword,
        node.signature.parameterClause, node.signature.returnClause?.type, node.body, node)
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      function(
        .initializer, "init", node.initKeyword, node.attributes, node.modifiers, node.initKeyword,
        node.signature.parameterClause, nil, node.body, node)
    }

    private func function(
      _ kind: MemberFact.Kind, _ name: String, _ token: TokenSyntax,
      _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
      _ keyword: TokenSyntax, _ clause: FunctionParameterClauseSyntax, _ result: TypeSyntax?,
      _ body: CodeBlockSyntax?, _ node: some SyntaxProtocol
    ) -> SyntaxVisitorContinueKind {
      let parameters = parameterFacts(clause)
      let isLocal = isLocal
      let index = facts.members.count
      if !isLocal {
        var member = MemberFact(
          kind: kind, name: name, owner: types.last, attributes: attributeFacts(attributes),
          modifiers: modifiers.map(\.name.text), type: result.map { TypeName($0) },
          parameters: parameters, region: region, place: place(token), range: range(node),
          keyword: range(keyword))
        member.modifierRanges = ranges(of: modifiers)
        member.isStatic = member.modifiers.contains { $0 == "static" || $0 == "class" }
        facts.members.append(member)
      }
      for (position, parameter) in clause.parameters.enumerated() {
        guard let value = parameter.defaultValue?.value else { continue }
        within(isLocal ? .local(name) : .argument(index, position), value) { walk(Syntax(value)) }
      }
      guard let body else { return .skipChildren }
      let region = within(isLocal ? .local(name) : .member(index), body, parameters) {
        walk(Syntax(body))
      }
      if !isLocal {
        facts.members[index].body = region
        facts.members[index].value = value(of: body.statements)
      }
      return .skipChildren
    }

    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      if let body = node.body { within(.local("deinit"), body) { walk(Syntax(body)) } }
      return .skipChildren
    }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
      if let block = node.accessorBlock {
        within(.local("subscript"), block, parameterFacts(node.parameterClause)) {
          walk(Syntax(block))
        }
      }
      return .skipChildren
    }

    // MARK: Patterns

    /// `if let name = value`. The short form `if let name` names the same value as before.
    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
      guard let value = node.initializer?.value else { return .skipChildren }
      walk(Syntax(value))
      for (name, token) in names(in: node.pattern) where isLocal {
        facts.variables.append(
          VariableFact(
            name: name, region: region, type: node.typeAnnotation.map { TypeName($0.type) },
            value: chains[value.unwrapped.id], place: place(token)))
      }
      return .skipChildren
    }

    /// The names of a `for` loop, `case` or `catch`, whose types are not known.
    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      if isLocal {
        facts.variables.append(
          VariableFact(
            name: node.identifier.text, region: region, type: nil, value: nil,
            place: place(node.identifier)))
      }
      return .skipChildren
    }

    // MARK: Expressions

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
      read(node)
    }
    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
      read(node)
    }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { read(node) }
    override func visit(_ node: NilLiteralExprSyntax) -> SyntaxVisitorContinueKind { read(node) }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      _ = closure(node, .stored)
      return .skipChildren
    }

    private func parameterFacts(_ clause: FunctionParameterClauseSyntax) -> [ParameterFact] {
      clause.parameters.map { parameter in
        let label = parameter.firstName.text
        var type = TypeName(parameter.type)
        if parameter.ellipsis != nil { type.text += "..." }
        return ParameterFact(
          label: label == "_" ? nil : label,
          name: (parameter.secondName ?? parameter.firstName).text, type: type,
          hasDefault: parameter.defaultValue != nil,
          place: place(parameter))
      }
    }
  }
#endif
