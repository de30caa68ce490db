// Factory, MIT licence; see LICENSE
//
// Reads declarations: imports, types, members and local variables.
import SwiftSyntax

extension FactsReader {
  func removal(of node: ImportDeclSyntax) -> PlaceRange {
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
    // Other code before it keeps its line.
    if before == place.line { return PlaceRange(start: place, end: converter.place(position)) }
    let start = Place(line: place.line, column: 1)
    return PlaceRange(start: start, end: Place(line: range(node).end.line + 1, column: 1))
  }

  /// With their details, as in `private(set)`.
  func modifierNames(_ modifiers: DeclModifierListSyntax) -> [String] {
    modifiers.map { modifier in
      modifier.name.text + (modifier.detail.map { "(\($0.detail.text))" } ?? "")
    }
  }

  func alias(_ node: TypeAliasDeclSyntax) {
    let outer = types.last.map { facts.types[$0].name + "." } ?? ""
    facts.aliases.append(
      AliasFact(
        name: outer + node.name.text,
        parameters: node.genericParameterClause?.parameters.map(\.name.text) ?? [],
        target: TypeName(node.initializer.value),
        isPrivate: node.modifiers.contains {
          ["private", "fileprivate"].contains($0.name.text)
        }))
  }

  func type(
    _ kind: TypeFact.Kind, _ name: TokenSyntax?, _ inheritance: InheritanceClauseSyntax?,
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
    _ keyword: TokenSyntax, _ members: MemberBlockSyntax,
    generics: GenericParameterClauseSyntax? = nil, extended: TypeSyntax? = nil,
    constraints: String = ""
  ) -> SyntaxVisitorContinueKind {
    let own = name?.text ?? extended.map { TypeName($0).base } ?? ""
    let outer = types.last.map { facts.types[$0].name + "." } ?? ""
    let index = facts.types.count
    facts.types.append(
      TypeFact(
        kind: kind, name: outer + own,
        inherited: inheritance?.inheritedTypes.map { TypeName($0.type) } ?? [],
        attributes: attributeFacts(attributes), modifiers: modifierNames(modifiers),
        isGeneric: generics != nil, constraints: constraints, region: region,
        place: name.map { place($0) } ?? extended.map { place($0) } ?? place(keyword),
        keywordPlace: place(keyword)))
    if kind == .enum { facts.types[index].hasPlainCases = hasPlainCases(members) }
    types.append(index)
    within(.type(index), members) { walk(Syntax(members)) }
    types.removeLast()
    return .skipChildren
  }

  private func hasPlainCases(_ members: MemberBlockSyntax) -> Bool {
    // Clauses of `#if` may have others.
    if members.members.contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }) { return false }
    let cases = members.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    return !cases.isEmpty
      && cases.allSatisfy { $0.elements.allSatisfy { $0.parameterClause == nil } }
  }

  func attributeNames(_ attributes: AttributeListSyntax) -> [String] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute.attributeName.trimmedDescription
    }
  }

  /// Each modifier, up to the word after it.
  func ranges(of modifiers: DeclModifierListSyntax) -> [PlaceRange] {
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

  func names(in pattern: PatternSyntax) -> [(String, TokenSyntax)] {
    if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
      return [(name.plainName, name)]
    }
    return pattern.as(TuplePatternSyntax.self)?.elements.flatMap { names(in: $0.pattern) } ?? []
  }

  func property(
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

  /// The container of `@InjectedContainer(Shop.self) var shop`, whose type the wrapper tells.
  private func injectedContainer(_ attributes: AttributeListSyntax) -> TypeName? {
    for case .attribute(let attribute) in attributes
    where attribute.attributeName.trimmedDescription.lastPart == "InjectedContainer" {
      guard case .argumentList(let list) = attribute.arguments, let argument = list.first else {
        return TypeName(base: "Container", text: "Container")
      }
      guard
        let metatype = argument.expression.as(MemberAccessExprSyntax.self),
        metatype.declName.baseName.tokenKind == .keyword(.self), let base = metatype.base
      else { return nil }
      return TypeName(base: base.trimmedDescription, text: base.trimmedDescription)
    }
    return nil
  }

  func isComputed(_ block: AccessorBlockSyntax) -> Bool {
    switch block.accessors {
    case .getter: true
    case .accessors(let list):
      !list.contains {
        ["willSet", "didSet"].contains($0.accessorSpecifier.text)
      }
    }
  }

  func local(
    _ token: TokenSyntax, _ type: TypeName?, _ node: VariableDeclSyntax, _ modifiers: [String],
    _ binding: PatternBindingSyntax
  ) {
    var retention = VariableFact.Binding.constant
    if modifiers.contains(where: { $0 == "weak" || $0.hasPrefix("unowned") }) {
      retention = .unretained
    } else if node.bindingSpecifier.tokenKind == .keyword(.var) {
      retention = .variable
    }
    var chain: Int?
    if let value = binding.initializer?.value {
      // A literal tells the type.
      if value.unwrapped.isChain { _ = self.chain(value) } else { walk(Syntax(value)) }
      chain = chains[value.unwrapped.id]
      if modifiers.contains("lazy") { facts.conditions.append(range(value)) }
    }
    if let block = binding.accessorBlock {
      within(.local(token.plainName), block) { walk(Syntax(block)) }
    }
    declare(
      token, from: binding.endPosition,
      type: type ?? binding.initializer?.value.castType ?? injectedContainer(node.attributes),
      value: chain, binding: retention)
  }

  func function(
    _ kind: MemberFact.Kind, _ name: String, _ token: TokenSyntax,
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
    _ keyword: TokenSyntax, _ clause: FunctionParameterClauseSyntax, _ result: TypeSyntax?,
    _ body: CodeBlockSyntax?, _ node: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    let parameters = parameterFacts(clause)
    let isLocal = isLocal
    if isLocal { declareFunction(token) }
    let index = facts.members.count
    if !isLocal {
      var member = MemberFact(
        kind: kind, name: name, owner: types.last, attributes: attributeFacts(attributes),
        modifiers: modifierNames(modifiers), type: result.map { TypeName($0) },
        parameters: parameters, region: region, place: place(token), range: range(node),
        keyword: range(keyword))
      member.modifierRanges = ranges(of: modifiers)
      member.constraints = constraints(of: Syntax(node))
      member.isStatic = member.modifiers.contains { $0 == "static" || $0 == "class" }
      facts.members.append(member)
    }
    for (position, parameter) in clause.parameters.enumerated() {
      guard let value = parameter.defaultValue?.value else { continue }
      within(isLocal ? .localFunction(name) : .argument(index, position), value) {
        walk(Syntax(value))
      }
    }
    guard let body else { return .skipChildren }
    let region = within(isLocal ? .localFunction(name) : .member(index), body, parameters) {
      walk(Syntax(body))
    }
    if !isLocal {
      facts.members[index].body = region
      facts.members[index].value = value(of: body.statements)
    }
    return .skipChildren
  }

  /// The generic parameters of a function, with what they require.
  private func constraints(of node: Syntax) -> String {
    guard let function = node.as(FunctionDeclSyntax.self) else { return "" }
    return [
      function.genericParameterClause?.trimmedDescription,
      function.genericWhereClause?.trimmedDescription,
    ].compactMap { $0 }.joined(separator: " ")
  }

  func parameterFacts(_ clause: FunctionParameterClauseSyntax) -> [ParameterFact] {
    clause.parameters.map { parameter in
      let label = parameter.firstName.plainName
      var type = TypeName(parameter.type)
      if parameter.ellipsis != nil { type.text += "..." }
      return ParameterFact(
        label: label == "_" ? nil : label,
        name: (parameter.secondName ?? parameter.firstName).plainName, type: type,
        hasDefault: parameter.defaultValue != nil,
        place: place(parameter))
    }
  }
}
