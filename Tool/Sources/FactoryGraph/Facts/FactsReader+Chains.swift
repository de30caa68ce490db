// Factory, MIT licence; see LICENSE
//
// Reads expressions: chains of names, member accesses and calls.
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
    facts.chains.append(Chain(root: .other, links: [], region: region, range: range(node)))
    chains[node.id] = index
    var links: [Link] = []
    let root = self.root(node, &links, index)
    facts.chains[index].root = root
    facts.chains[index].links = links
    return index
  }

  /// Appends the links of an expression, the first one first, and returns what they start from.
  private func root(_ expression: ExprSyntax, _ links: inout [Link], _ index: Int) -> Chain.Root {
    if expression.castType != nil {
      // What the members are those of is not the value before the cast.
      walk(Syntax(expression))
      return .other
    }
    let node = expression.unwrapped
    switch node.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call):
      let root = root(call.calledExpression, &links, index)
      let isNew = links.isEmpty || links[links.count - 1].call != nil
      if isNew {
        links.append(Link(name: nil, place: place(call), call: nil))
      }
      links[links.count - 1].call = Call(arguments: arguments(of: call, index, links.count - 1))
      return root
    case .memberAccessExpr(let access):
      let root: Chain.Root = access.base.map { self.root($0, &links, index) } ?? .implicit
      links.append(
        Link(
          name: access.declName.baseName.plainName, place: place(access.declName), call: nil,
          receiver: access.base?.receiver ?? .plain))
      return root
    case .subscriptCallExpr(let call): return root(call, &links, index)
    case .declReferenceExpr(let reference):
      return reference.baseName.tokenKind == .keyword(.self)
        ? .me : .name(reference.baseName.plainName)
    case .postfixIfConfigExpr(let conditional): return root(conditional, &links, index)
    case .superExpr: return .name("super")
    case .optionalChainingExpr(let chaining): return root(chaining.expression, &links, index)
    case .forceUnwrapExpr(let unwrap): return root(unwrap.expression, &links, index)
    case .genericSpecializationExpr(let generic):
      let root = root(generic.expression, &links, index)
      let names = generic.genericArgumentClause.arguments.map { TypeExpression($0.argument) }
      if links.isEmpty {
        links.append(Link(name: nil, place: place(generic), call: nil))
      }
      links[links.count - 1].generics = names
      return root
    default: return value(node)
    }
  }

  /// The root and the links of a subscript, of which `container[keyPath: \.service]` is
  /// `container.service`.
  private func root(
    _ call: SubscriptCallExprSyntax, _ links: inout [Link], _ index: Int
  ) -> Chain.Root {
    guard call.isKeyPathSubscript, let argument = call.arguments.first else {
      walk(Syntax(call.calledExpression))
      walk(Syntax(call.arguments))
      if let closure = call.trailingClosure { walk(Syntax(closure)) }
      walk(Syntax(call.additionalTrailingClosures))
      return .other
    }
    let root = root(call.calledExpression, &links, index)
    guard let components = keyPathComponents(of: call) else {
      links.append(
        Link(name: Link.keyPathSubscript, place: place(argument), call: nil))
      links[links.count - 1].call = Call(arguments: [
        self.argument("keyPath", argument.expression, index, links.count - 1)
      ])
      return root
    }
    for component in components {
      links.append(
        Link(name: component.baseName.plainName, place: place(component), call: nil))
    }
    return root
  }

  /// The root of an expression with members in `#if`, which get their links.
  private func root(
    _ conditional: PostfixIfConfigExprSyntax, _ links: inout [Link], _ index: Int
  ) -> Chain.Root {
    guard let base = conditional.base else {
      walk(Syntax(conditional))
      return .other
    }
    let root = root(base, &links, index)
    let count = links.count
    within(clausesOf: conditional.config) { elements in
      guard case .postfixExpression(let members) = elements else { return }
      // Its innermost member has no base.
      _ = self.root(members, &links, index)
    }
    for position in links.indices.dropFirst(count) { links[position].isConditional = true }
    return root
  }

  /// The root of an expression that has no links: a literal, a closure or a key path.
  private func value(_ node: ExprSyntax) -> Chain.Root {
    switch node.as(ExprSyntaxEnum.self) {
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
    case .arrayExpr(let array):
      walk(Syntax(array.elements))
      return .collection
    case .dictionaryExpr(let dictionary):
      if case .elements(let elements) = dictionary.content { walk(Syntax(elements)) }
      return .collection
    case .sequenceExpr(let sequence) where sequence.isRange:
      walk(Syntax(node))
      return .collection
    default:
      walk(Syntax(node))
      return .other
    }
  }

  /// The properties that a subscript such as `[keyPath: \.service]` reads; nil if it is another
  /// one, or if its key path has something else.
  func keyPathComponents(of call: SubscriptCallExprSyntax) -> [DeclReferenceExprSyntax]? {
    guard let keyPath = call.arguments.first?.expression.as(KeyPathExprSyntax.self) else {
      return nil
    }
    var names: [DeclReferenceExprSyntax] = []
    for component in keyPath.components {
      guard case .property(let property) = component.component else { return nil }
      names.append(property.declName)
    }
    return names
  }

  private func arguments(
    of call: FunctionCallExprSyntax, _ chain: Int, _ link: Int
  ) -> [CallArgument] {
    if call.calledExpression.hasOptionalChaining { mayNotRun(range(call.arguments)) }
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
    argument.literal = node.literal
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
        root: .name(TypeExpression(attribute.attributeName).name), links: [], region: region,
        range: range(attribute)))
    let arguments = list.map { argument($0.label?.text, $0.expression, index, 0) }
    facts.chains[index].links = [
      Link(name: nil, place: place(attribute), call: Call(arguments: arguments))
    ]
    return index
  }

  func keyPath(_ node: KeyPathExprSyntax) -> KeyPathFact {
    var components: [String] = []
    for component in node.components {
      if case .property(let property) = component.component {
        components.append(property.declName.baseName.plainName)
      } else if !component.component.is(KeyPathOptionalComponentSyntax.self) {
        // A method or a subscript, which is no factory.
        components.append(component.component.trimmedDescription)
      }
    }
    return KeyPathFact(
      root: node.root.map { TypeExpression($0).base }, components: components, place: place(node))
  }

  // MARK: Values

  /// The name on the left of an assignment, with what stands before it.
  func assignedName(_ node: AssignmentExprSyntax) -> String? {
    guard let list = node.parent?.as(ExprListSyntax.self),
      let index = list.index(of: ExprSyntax(node)),
      index > list.startIndex
    else { return nil }
    let left = list[list.index(before: index)].unwrapped
    if left.is(MemberAccessExprSyntax.self) { return left.trimmedDescription }
    return left.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// Reads an assignment to a property that the analyser follows.
  func readAssignment(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard elements.count > 1, elements[1].is(AssignmentExprSyntax.self),
      let target = chains[elements[0].unwrapped.id],
      let name = facts.chains[target].links.last?.name, AssignmentFact.names.contains(name)
    else { return }
    let value = elements.count == 3 ? chains[elements[2].unwrapped.id] : nil
    facts.assignments.append(AssignmentFact(target: target, value: value))
  }

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
}
