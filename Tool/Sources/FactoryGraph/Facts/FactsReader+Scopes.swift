// Factory, MIT licence; see LICENSE
//
// Reads the statements that bind names, and where each name is visible. SwiftLexicalLookup answers
// this for one name at a time, and walks up the tree and along the statements for each; the visitor
// passes all scopes anyway, so that one pass over a file finds those of all names.
import SwiftSyntax

/// The part of a file in which the names that it declares are visible.
struct NameScope {
  var start: AbsolutePosition
  var end: AbsolutePosition
}

extension FactsReader {
  /// Reads a node whose names are visible up to its end.
  func withinScope(_ node: some SyntaxProtocol, _ body: () -> Void) {
    withinScope(node.position, node.endPosition, body)
  }

  private func withinScope(
    _ start: AbsolutePosition, _ end: AbsolutePosition, _ body: () -> Void
  ) {
    scopes.append(NameScope(start: start, end: end))
    body()
    scopes.removeLast()
  }

  /// Notes a local name, which is visible from a position to the end of the innermost scope.
  func declare(
    _ name: TokenSyntax, at place: Place? = nil, from start: AbsolutePosition,
    type: TypeExpression? = nil, value: Int? = nil, binding: VariableFact.Binding = .constant
  ) {
    facts.variables.append(
      VariableFact(
        name: name.plainName, region: region, type: type, value: value,
        place: place ?? self.place(name), binding: binding, scope: visible(from: start)))
  }

  /// Notes the name of a local function, which the whole block sees.
  func declareFunction(_ name: TokenSyntax) {
    if let scope = scopes.last { declare(name, from: scope.start) }
  }

  private func visible(from start: AbsolutePosition) -> PlaceRange {
    PlaceRange(start: converter.place(start), end: converter.place(scopeEnd))
  }

  // MARK: Statements

  /// The names of the conditions are visible in the body, and not in `else`.
  func read(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    noteConditions(node.conditions)
    withinScope(node.position, node.body.endPosition) {
      walk(Syntax(node.conditions))
      branch(node.body)
    }
    if let other = node.elseBody { branch(other) }
    return .skipChildren
  }

  func read(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    noteConditions(node.conditions)
    mayNotRun(range(node.body))
    withinScope(node) {
      walk(Syntax(node.conditions))
      walk(Syntax(node.body))
    }
    return .skipChildren
  }

  /// The names of the conditions are visible in those that follow and after the statement, and not
  /// in `else`.
  func read(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    noteConditions(node.conditions)
    let first = facts.variables.count
    withinScope(node.conditions) { walk(Syntax(node.conditions)) }
    let end = converter.place(node.conditions.endPosition)
    let bound = facts.variables[first...].filter { $0.region == region && $0.scope.end == end }
    branch(node.body)
    let scope = visible(from: node.endPosition)
    for var variable in bound {
      variable.scope = scope
      facts.variables.append(variable)
    }
    return .skipChildren
  }

  func read(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    walk(Syntax(node.sequence))
    if let condition = node.whereClause { mayNotRun(range(condition)) }
    mayNotRun(range(node.body))
    withinScope(node) {
      bind(from: node.sequence.endPosition) { walk(Syntax(node.pattern)) }
      if let condition = node.whereClause { walk(Syntax(condition)) }
      walk(Syntax(node.body))
    }
    return .skipChildren
  }

  func read(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    withinScope(node) { branch(node.catchItems, node.body) }
    return .skipChildren
  }

  /// `if let name = value`. The short form `if let name` names the same value as before.
  func read(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard let value = node.initializer?.value else { return .skipChildren }
    walk(Syntax(value))
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      // `if let (one, other) = value`
      bind(from: node.endPosition) { walk(Syntax(node.pattern)) }
      return .skipChildren
    }
    declare(
      name, from: node.endPosition,
      type: node.typeAnnotation.map { TypeExpression($0.type) } ?? value.castType,
      value: chains[value.unwrapped.id])
    return .skipChildren
  }

  /// `if case .some(let name) = value`
  func read(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    walk(Syntax(node.initializer.value))
    bind(from: node.endPosition) { walk(Syntax(node.pattern)) }
    return .skipChildren
  }

  /// Reads a pattern whose names become visible at a position.
  private func bind(from start: AbsolutePosition, _ pattern: () -> Void) {
    let outer = bindingStart
    bindingStart = start
    pattern()
    bindingStart = outer
  }
}
