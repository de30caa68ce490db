// Factory, MIT licence; see LICENSE
//
// Reads expressions: chains of names, member accesses and calls, and closures.
#if Tool
  import SwiftSyntax

  extension FactsReader {
    /// Reads the outermost expression of a chain.
    func read(_ node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
      _ = chain(ExprSyntax(node))
      return .skipChildren
    }

    // MARK: Chains

    /// Reads an expression that is a chain, with everything inside of it.
    func chain(_ expression: ExprSyntax) -> Int {
      let node = expression.unwrapped
      if let known = chains[node.id] { return known }
      let index = facts.chains.count
      facts.chains.append(
        Chain(root: .other, links: [], region: region, range: range(node)))
      chains[node.id] = index
      var links: [Link] = []
      let root = self.root(node, &links, index)
      facts.chains[index].root = root
      facts.chains[index].links = links
      return index
    }

    /// Appends the links of an expression, the first one first, and returns what they start from.
    private func root(_ expression: ExprSyntax, _ links: inout [Link], _ index: Int) -> Chain.Root {
      let node = expression.unwrapped
      switch node.as(ExprSyntaxEnum.self) {
      case .functionCallExpr(let call):
        let root = root(call.calledExpression, &links, index)
        let isNew = links.isEmpty || links[links.count - 1].call != nil
        if isNew {
          links.append(Link(name: nil, place: place(call), call: nil, end: end(of: call)))
        }
        // Before the arguments are read: their closures refer to the link.
        links[links.count - 1].end = end(of: call)
        links[links.count - 1].call = Call(arguments: arguments(of: call, index, links.count - 1))
        return root
      case .memberAccessExpr(let access):
        let root: Chain.Root = access.base.map { self.root($0, &links, index) } ?? .implicit
        links.append(
          Link(
            name: access.declName.baseName.text, place: place(access.declName), call: nil,
            end: end(of: access)))
        return root
      case .declReferenceExpr(let reference):
        return reference.baseName.tokenKind == .keyword(.self)
          ? .me : .name(reference.baseName.text)
      case .superExpr: return .name("super")
      case .optionalChainingExpr(let chaining): return root(chaining.expression, &links, index)
      case .forceUnwrapExpr(let unwrap): return root(unwrap.expression, &links, index)
      case .genericSpecializationExpr(let generic):
        let root = root(generic.expression, &links, index)
        let names = generic.genericArgumentClause.arguments.map { TypeName(text: $0.argument) }
        if links.isEmpty {
          links.append(
            Link(name: nil, place: place(generic), call: nil, end: end(of: generic)))
        }
        links[links.count - 1].generics = names
        return root
      case .keyPathExpr(let keyPath): return .keyPath(self.keyPath(keyPath))
      case .closureExpr(let closure): return .closure(self.closure(closure, .called))
      case .stringLiteralExpr(let literal):
        for case .expressionSegment(let segment) in literal.segments {
          walk(Syntax(segment.expressions))
        }
        return literal.representedLiteralValue.map { .string($0) } ?? .other
      case .integerLiteralExpr(let literal): return .number(literal.literal.text)
      case .floatLiteralExpr(let literal): return .number(literal.literal.text)
      case .nilLiteralExpr: return .null
      default:
        walk(Syntax(node))
        return .other
      }
    }

    private func arguments(
      of call: FunctionCallExprSyntax, _ chain: Int, _ link: Int
    ) -> [CallArgument] {
      var arguments = call.arguments.map { argument in
        self.argument(argument.label?.text, argument.expression, chain, link)
      }
      if let closure = call.trailingClosure {
        arguments.append(trailing(nil, closure, chain, link))
      }
      for closure in call.additionalTrailingClosures {
        arguments.append(trailing(closure.label.text, closure.closure, chain, link))
      }
      return arguments
    }

    private func argument(
      _ label: String?, _ value: ExprSyntax, _ chain: Int, _ link: Int
    ) -> CallArgument {
      var argument = CallArgument(label: label, range: range(value))
      let node = value.unwrapped
      if let closure = node.as(ClosureExprSyntax.self) {
        argument.closure = self.closure(
          closure, .argument(chain: chain, link: link, label: label))
      } else if node.isChain {
        argument.chain = self.chain(node)
      } else {
        walk(Syntax(value))
      }
      return argument
    }

    private func trailing(
      _ label: String?, _ closure: ClosureExprSyntax, _ chain: Int, _ link: Int
    ) -> CallArgument {
      CallArgument(
        label: label, isTrailing: true, range: range(closure),
        closure: self.closure(closure, .argument(chain: chain, link: link, label: label)))
    }

    /// The chain of an attribute's arguments, such as those of `@Suite(.container { … })`.
    func chain(ofAttribute attribute: AttributeSyntax, _ list: LabeledExprListSyntax) -> Int {
      let index = facts.chains.count
      facts.chains.append(
        Chain(
          root: .name(TypeName(attribute.attributeName).name), links: [], region: region,
          range: range(attribute)))
      let arguments = list.map { argument($0.label?.text, $0.expression, index, 0) }
      facts.chains[index].links = [
        Link(
          name: nil, place: place(attribute), call: Call(arguments: arguments),
          end: end(of: attribute))
      ]
      return index
    }

    func keyPath(_ node: KeyPathExprSyntax) -> KeyPathFact {
      var components: [String] = []
      for component in node.components {
        if case .property(let property) = component.component {
          components.append(property.declName.baseName.text)
        }
      }
      return KeyPathFact(
        root: node.root.map { TypeName($0).base }, components: components, place: place(node))
    }

    // MARK: Closures

    func closure(_ node: ClosureExprSyntax, _ use: ClosureFact.Use) -> Int {
      var fact = ClosureFact(
        use: use, bodyStart: converter.place(node.leftBrace.endPositionBeforeTrailingTrivia))
      var parameters: [ParameterFact] = []
      if let signature = node.signature {
        fact.hasSignature = true
        if let attribute = mainActorAttribute(of: signature) {
          fact.mainActor = removal(of: attribute, from: signature)
          fact.mainActorPlace = place(attribute)
        }
        fact.captures =
          signature.capture?.items.map { item in
            CaptureFact(
              specifier: item.specifier?.trimmedDescription, name: item.name.text,
              place: place(item))
          } ?? []
        parameters = self.parameters(of: signature)
      }
      // What a capture list computes runs before the closure.
      let captures = (node.signature?.capture?.items ?? []).compactMap { item in
        item.initializer.map { (item, $0.value) }
      }
      for (_, value) in captures { walk(Syntax(value)) }
      let region = within(.closure(fact), node, parameters) {
        for (item, value) in captures {
          facts.variables.append(
            VariableFact(
              name: item.name.text, region: self.region, type: nil,
              value: chains[value.unwrapped.id], place: place(item)))
        }
        walk(Syntax(node.statements))
      }
      fact.value = value(of: node.statements)
      facts.regions[region].kind = .closure(fact)
      return region
    }

    private func parameters(of signature: ClosureSignatureSyntax) -> [ParameterFact] {
      switch signature.parameterClause {
      case .simpleInput(let names):
        names.map { ParameterFact(name: $0.name.text, place: place($0)) }
      case .parameterClause(let clause):
        clause.parameters.map {
          ParameterFact(
            name: ($0.secondName ?? $0.firstName).text, type: $0.type.map { TypeName($0) },
            place: place($0))
        }
      case nil: []
      }
    }

    private func mainActorAttribute(of signature: ClosureSignatureSyntax) -> AttributeSyntax? {
      signature.attributes.lazy.compactMap { element -> AttributeSyntax? in
        guard case .attribute(let attribute) = element else { return nil }
        return attribute.attributeName.trimmedDescription == "MainActor" ? attribute : nil
      }.first
    }

    /// What has to go so that a closure is not `@MainActor`: the attribute, or the whole signature if
    /// it has nothing else.
    private func removal(
      of attribute: AttributeSyntax, from signature: ClosureSignatureSyntax
    ) -> PlaceRange {
      let isAlone =
        signature.attributes.count == 1 && signature.capture == nil
        && signature.parameterClause == nil && signature.effectSpecifiers == nil
        && signature.returnClause == nil
      let last = isAlone ? signature.inKeyword : attribute.lastToken(viewMode: .sourceAccurate)!
      let next = last.nextToken(viewMode: .sourceAccurate)!
      let space = last.trailingTrivia + next.leadingTrivia
      if space.allSatisfy({ if case .spaces = $0 { true } else { false } }) {
        return PlaceRange(start: place(attribute), end: place(next))
      }
      // At the end of a line: the space before it goes.
      let before = attribute.previousToken(viewMode: .sourceAccurate)!
      return PlaceRange(
        start: converter.place(before.endPositionBeforeTrailingTrivia),
        end: converter.place(last.endPositionBeforeTrailingTrivia))
    }

    // MARK: Values

    /// The chain of the only expression of a getter, if it is one.
    func value(of block: AccessorBlockSyntax) -> Int? {
      switch block.accessors {
      case .getter(let items): value(of: items)
      case .accessors(let list):
        list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
          .flatMap { $0.body }.flatMap { value(of: $0.statements) }
      }
    }

    func value(of items: CodeBlockItemListSyntax) -> Int? {
      guard let item = items.first?.item, items.count == 1 else { return nil }
      switch item {
      case .expr(let expression): return chains[expression.unwrapped.id]
      case .stmt(let statement):
        return statement.as(ReturnStmtSyntax.self)?.expression.flatMap { chains[$0.unwrapped.id] }
      case .decl: return nil
      }
    }

    private func end(of node: some SyntaxProtocol) -> Place {
      converter.place(node.endPositionBeforeTrailingTrivia)
    }
  }

  extension ExprSyntax {
    /// The expression without `try`, `await`, parentheses and casts.
    var unwrapped: ExprSyntax {
      if let node = self.as(TryExprSyntax.self) { return node.expression.unwrapped }
      if let node = self.as(AwaitExprSyntax.self) { return node.expression.unwrapped }
      if let node = self.as(TupleExprSyntax.self), node.elements.count == 1,
        let element = node.elements.first, element.label == nil
      {
        return element.expression.unwrapped
      }
      // `value as Type`, before operators are folded.
      if let node = self.as(SequenceExprSyntax.self), node.elements.count == 3,
        node.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
      {
        return node.elements.first!.unwrapped
      }
      return self
    }

    /// Whether `FactsReader.chain` can read it.
    var isChain: Bool {
      switch self.as(ExprSyntaxEnum.self) {
      case .functionCallExpr, .memberAccessExpr, .declReferenceExpr, .keyPathExpr,
        .optionalChainingExpr, .forceUnwrapExpr, .genericSpecializationExpr, .stringLiteralExpr,
        .integerLiteralExpr, .floatLiteralExpr, .nilLiteralExpr:
        true
      default: false
      }
    }
  }
#endif
