// Factory, MIT licence; see LICENSE
//
// What becomes of the values in the body of a function or closure.
import SwiftSyntax

final class ValueUses {
  enum Fate { case usedUp, returned, stored }

  private let body: Syntax
  private lazy var uses = Dictionary(grouping: body.names(), by: \.baseName.plain)
  /// The names of the variables.
  private lazy var variables = Set(
    body.nodes(PatternBindingSyntax.self).compactMap(\.name)
      + body.nodes(OptionalBindingConditionSyntax.self).compactMap(\.name))
  /// The names of parameters, of the function and of closures within.
  private lazy var parameters = Set(
    (body.parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      .map { ($0.secondName ?? $0.firstName).plain } ?? [])
      + body.nodes(ClosureExprSyntax.self).filter { $0.id != body.id }.flatMap(\.parameterNames))
  /// The fates of the variables.
  private var fates: [String: Fate] = [:]

  init(_ body: some SyntaxProtocol) { self.body = Syntax(body) }

  /// Whether what a call is made on belongs to the code: it is declared or created there, or it is a
  /// parameter, which belongs to the caller.
  func isOwn(_ receiver: ExprSyntax?) -> Bool {
    guard let receiver else { return false }
    guard let name = receiver.name else { return receiver.is(FunctionCallExprSyntax.self) }
    return name.hasPrefix("$") || variables.contains(name) || parameters.contains(name)
  }

  func fate(of value: ExprSyntax) -> Fate {
    guard let parent = value.parent else { return .usedUp }
    if let outer = parent.as(ExprSyntax.self), outer.isWrapper { return fate(of: outer) }
    switch parent.as(SyntaxEnum.self) {
    case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .prefixOperatorExpr,
      .conditionElement, .switchExpr, .forStmt:
      return .usedUp
    case .returnStmt: return .returned
    case .codeBlockItem(let item): return fate(ofLast: item)
    case .expressionStmt:
      // `if` or `switch`, which has a value if there is no other statement.
      let item = parent.parent?.as(CodeBlockItemSyntax.self)
      let isOnly = item?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
      return isOnly ? fate(ofLast: item!) : .usedUp
    case .arrayElement, .dictionaryElement, .ifExpr, .unresolvedTernaryExpr:
      // A value that another one gets lives as long as that.
      return fate(of: parent.as(ExprSyntax.self) ?? parent.ancestor(ExprSyntax.self)!)
    case .labeledExpr(let argument): return fate(of: argument)
    case .exprList(let list): return fate(of: value, in: list)
    case .initializerClause:
      let binding = parent.parent
      let name =
        binding?.as(PatternBindingSyntax.self)?.name
        ?? binding?.as(OptionalBindingConditionSyntax.self)?.name
      return name.map(fate(ofVariable:)) ?? .usedUp
    default: return .stored
    }
  }

  /// The last statement of the code is its value, and that of a branch is the value of `if` or `switch`.
  private func fate(ofLast item: CodeBlockItemSyntax) -> Fate {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), let outer = list.parent,
      list.last?.id == item.id
    else { return .usedUp }
    if outer.id == body.id { return .returned }
    let branching: ExprSyntax? =
      (outer.as(CodeBlockSyntax.self)?.parent?.as(IfExprSyntax.self)).map(ExprSyntax.init)
      ?? (outer.as(SwitchCaseSyntax.self)?.parent?.parent?.as(SwitchExprSyntax.self))
      .map(ExprSyntax.init)
    return list.count == 1 ? branching.map(fate) ?? .usedUp : .usedUp
  }

  private func fate(of argument: LabeledExprSyntax) -> Fate {
    let outer = argument.parent?.parent
    if let outer = outer?.as(ExprSyntax.self),
      outer.is(TupleExprSyntax.self) || Inference.literalOrConstruction(outer) != nil
    {
      return fate(of: outer)
    }
    // What a function without a receiver does with it is not known.
    guard let receiver = outer?.as(FunctionCallExprSyntax.self)?.receiver, !isOwn(receiver) else {
      return .usedUp
    }
    return .stored
  }

  /// An operand, the result of a condition, or what is assigned.
  private func fate(of value: ExprSyntax, in list: ExprListSyntax) -> Fate {
    let parts = Array(list)
    guard let sequence = list.parent?.as(SequenceExprSyntax.self),
      let index = parts.firstIndex(where: { $0.id == value.id })
    else { return .stored }
    func name(_ part: ExprSyntax) -> String? {
      part.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    let isAssignment = sequence.assignment != nil || name(parts[1]) == "+="
    let start = isAssignment ? 2 : 0
    guard index >= start else { return .usedUp }
    // What stands before `?` of `a ? b : c` is a condition. Its `b` is in the operator.
    if !value.is(UnresolvedTernaryExprSyntax.self) {
      let last = parts.lastIndex { $0.is(UnresolvedTernaryExprSyntax.self) } ?? start - 1
      let operators = parts[(last + 1)...].compactMap(name)
      guard index > last, operators.allSatisfy(["??", "+"].contains) else { return .usedUp }
    }
    guard isAssignment else { return fate(of: ExprSyntax(sequence)) }
    guard !parts[0].is(DiscardAssignmentExprSyntax.self) else { return .usedUp }
    guard let name = parts[0].path?[0], variables.contains(name) else { return .stored }
    return fate(ofVariable: name)
  }

  private func fate(ofVariable name: String) -> Fate {
    if let known = fates[name] { return known }
    // A variable may have the name of what it gets: `let model = model`.
    fates[name] = .usedUp
    let all = Set((uses[name] ?? []).map { fate(of: ExprSyntax($0)) })
    let worst: Fate =
      all.contains(.stored) ? .stored : all.contains(.returned) ? .returned : .usedUp
    fates[name] = worst
    return worst
  }
}

extension OptionalBindingConditionSyntax {
  /// The name of the variable, other than `self`.
  fileprivate var name: String? {
    let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.plain
    return name == "self" ? nil : name
  }
}

extension ExprSyntax {
  /// Whether its value is that of an expression in it: `try x`, `await x`, `x!`, `x?`.
  fileprivate var isWrapper: Bool {
    self.is(TryExprSyntax.self) || self.is(AwaitExprSyntax.self)
      || self.is(ForceUnwrapExprSyntax.self) || self.is(AsExprSyntax.self)
      || self.is(OptionalChainingExprSyntax.self)
  }
}
