// Factory, MIT licence; see LICENSE
//
// Reads declarations: imports, types, members and local variables.
import SwiftSyntax

extension FactsReader {
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
        target: TypeExpression(node.initializer.value),
        isPrivate: node.modifiers.contains {
          ["private", "fileprivate"].contains($0.name.text)
        }))
  }

  func type(
    _ kind: TypeFact.Kind, _ node: some DeclGroupSyntax, _ name: TokenSyntax?,
    isGeneric: Bool = false, extended: TypeSyntax? = nil
  ) -> SyntaxVisitorContinueKind {
    let own = name?.text ?? extended.map { TypeExpression($0).base } ?? ""
    let outer = types.last.map { facts.types[$0].name + "." } ?? ""
    let index = facts.types.count
    let constraints = extended == nil ? nil : node.genericWhereClause
    facts.types.append(
      TypeFact(
        kind: kind, name: outer + own,
        inherited: node.inheritanceClause?.inheritedTypes.map { TypeExpression($0.type) } ?? [],
        attributes: attributeFacts(node.attributes), modifiers: modifierNames(node.modifiers),
        isGeneric: isGeneric, constraints: constraints?.trimmedDescription ?? "",
        selfType: constraints.flatMap { selfType($0) }, region: region,
        place: name.map { place($0) } ?? place(extended!)))
    let members = node.memberBlock
    if kind == .enum { facts.types[index].hasPlainCases = hasPlainCases(members) }
    types.append(index)
    within(.type(index), members) { walk(Syntax(members)) }
    types.removeLast()
    return .skipChildren
  }

  private func selfType(_ clause: GenericWhereClauseSyntax) -> TypeExpression? {
    for requirement in clause.requirements {
      if case .sameTypeRequirement(let same) = requirement.requirement,
        same.leftType.trimmedDescription == "Self", case .type(let type) = same.rightType
      {
        return TypeExpression(type)
      }
    }
    return nil
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

  func attributeFacts(_ attributes: AttributeListSyntax) -> [AttributeFact] {
    attributes.flatMap { element -> [AttributeFact] in
      if case .ifConfigDecl(let condition) = element {
        return condition.clauses.flatMap { clause -> [AttributeFact] in
          if case .attributes(let list) = clause.elements { attributeFacts(list) } else { [] }
        }
      }
      guard case .attribute(let attribute) = element else { return [] }
      var fact = AttributeFact(
        name: TypeExpression(attribute.attributeName).base, place: place(attribute))
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
    _ token: TokenSyntax, _ type: TypeExpression?, _ attributes: [AttributeFact],
    _ modifiers: [String]
  ) {
    let index = facts.members.count
    var member = MemberFact(
      kind: .property, name: name, owner: types.last, attributes: attributes,
      modifiers: modifiers, type: type, region: region, place: place(token))
    member.isStatic = modifiers.contains { $0 == "static" || $0 == "class" }
    member.storage =
      if binding.accessorBlock.map({ isComputed($0) }) ?? false {
        .computed
      } else if node.bindingSpecifier.tokenKind == .keyword(.let) {
        .letStored
      } else {
        modifiers.contains("lazy") ? .lazyStored : .varStored
      }
    facts.members.append(member)
    if let value = binding.initializer?.value {
      let region = within(.member(index), value) { walk(Syntax(value)) }
      facts.members[index].body = region
      facts.members[index].initialValue = region
      facts.members[index].value = chains[value.unwrapped.id]
    }
    if let block = binding.accessorBlock {
      facts.members[index].body = within(.member(index), block) { walk(Syntax(block)) }
      facts.members[index].value = value(of: block)
    }
  }

  /// The container of `@InjectedContainer(Shop.self) var shop`, whose type the wrapper tells.
  private func injectedContainer(_ attributes: AttributeListSyntax) -> TypeExpression? {
    for case .attribute(let attribute) in attributes
    where TypeExpression(attribute.attributeName).name == "InjectedContainer" {
      guard case .argumentList(let list) = attribute.arguments, let argument = list.first else {
        return TypeExpression("Container")
      }
      guard
        let metatype = argument.expression.as(MemberAccessExprSyntax.self),
        metatype.declName.baseName.tokenKind == .keyword(.self), let base = metatype.base
      else { return nil }
      return TypeExpression(base.trimmedDescription)
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
    _ token: TokenSyntax, _ type: TypeExpression?, _ node: VariableDeclSyntax,
    _ modifiers: [String],
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
      if modifiers.contains("lazy") { mayNotRun(range(value)) }
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
    _ kind: MemberFact.Kind, _ node: some WithAttributesSyntax & WithModifiersSyntax,
    _ token: TokenSyntax, _ clause: FunctionParameterClauseSyntax, _ result: TypeSyntax?,
    _ body: CodeBlockSyntax?
  ) -> SyntaxVisitorContinueKind {
    let name = token.plainName
    let parameters = parameterFacts(clause)
    let isLocal = isLocal
    if isLocal { declareFunction(token) }
    let index = facts.members.count
    if !isLocal {
      var member = MemberFact(
        kind: kind, name: name, owner: types.last, attributes: attributeFacts(node.attributes),
        modifiers: modifierNames(node.modifiers), type: result.map { TypeExpression($0) },
        parameters: parameters, region: region, place: place(token))
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
      var type = TypeExpression(parameter.type)
      if parameter.ellipsis != nil {
        type = TypeExpression(.variadic(type), text: type.text + "...")
      }
      return ParameterFact(
        label: label == "_" ? nil : label,
        name: (parameter.secondName ?? parameter.firstName).plainName, type: type,
        hasDefault: parameter.defaultValue != nil,
        place: place(parameter))
    }
  }
}
