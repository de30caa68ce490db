// Factory, MIT licence; see LICENSE
//
// The code that creates instances which read dependencies. `@Dependency` remembers the values of the
// operation in which its instance was made; a factory is resolved from the container of the moment. So
// what an operation creates must not outlive it.
import FactoryGraph
import SwiftSyntax

final class DependentInstances {
  private struct Code {
    var file: ParsedFile
    /// The function's name with that of its type, or the type that the code initialises.
    var name: String
    var isFunction: Bool
    var body: Syntax
    var calls: [FunctionCallExprSyntax]
  }

  private let program: Program
  /// The types that read dependencies, themselves or by what they create.
  private var types: Set<TypeDeclaration> = []
  /// The functions that return a new instance of such a type, or store one, by their names with those
  /// of their types.
  private var returning: [String: [(file: ParsedFile, type: String)]] = [:]
  private var storing: [String: [(file: ParsedFile, type: String)]] = [:]

  init(_ program: Program, _ files: [ParsedFile]) {
    self.program = program
    for file in files {
      for variable in file.tree.nodes(VariableDeclSyntax.self)
      where variable.attribute("Dependency") != nil {
        if let type = variable.enclosingTypes.first.flatMap({ file.types.declared($0) }) {
          types.insert(type)
        }
      }
    }
    if types.isEmpty { return }
    let code = program.files.flatMap(Self.code)
    while code.reduce(false, { read($1) || $0 }) {}
  }

  /// The functions of a file, and what runs when its types are initialised.
  private static func code(of file: ParsedFile) -> [Code] {
    func code(_ name: String, _ isFunction: Bool, _ body: some SyntaxProtocol) -> Code {
      Code(
        file: file, name: name, isFunction: isFunction, body: Syntax(body),
        calls: body.nodes(FunctionCallExprSyntax.self))
    }
    return file.tree.nodes(DeclSyntax.self).flatMap { decl -> [Code] in
      if let function = decl.as(FunctionDeclSyntax.self), let body = function.body {
        let type = function.enclosingTypes.first.map { file.types.declared($0)?.name ?? $0 }
        return [code("\(type ?? "").\(function.name.plain)", true, body)]
      }
      guard let type = decl.enclosingTypes.first else { return [] }
      if let body = decl.as(InitializerDeclSyntax.self)?.body { return [code(type, false, body)] }
      guard let variable = decl.as(VariableDeclSyntax.self), !variable.isStatic,
        variable.parent?.is(MemberBlockItemSyntax.self) == true
      else { return [] }
      return variable.bindings.compactMap(\.initializer).map { code(type, false, $0) }
    }
  }

  /// Whether some code says something new.
  private func read(_ code: Code) -> Bool {
    if !code.isFunction {
      guard let type = code.file.types.declared(code.name), !types.contains(type),
        code.calls.contains(where: { made(by: $0, in: code.file) != nil })
      else { return false }
      return types.insert(type).inserted
    }
    func isNew(_ known: [String: [(file: ParsedFile, type: String)]]) -> Bool {
      known[code.name]?.contains { $0.file === code.file } != true
    }
    var changed = false
    if isNew(returning), let type = returned(by: code.body, in: code.file) {
      returning[code.name, default: []].append((code.file, type))
      changed = true
    }
    if isNew(storing), let type = stored(by: code.body, in: code.file) {
      storing[code.name, default: []].append((code.file, type))
      changed = true
    }
    return changed
  }

  // MARK: Calls

  /// The type of the instance that a call gives: a construction, or a function that returns one.
  private func made(by call: FunctionCallExprSyntax, in file: ParsedFile) -> String? {
    if let made = Inference.literalOrConstruction(ExprSyntax(call)),
      let type = file.types.declared(made)
    {
      return types.contains(type) ? made : nil
    }
    return type(returning, call, file)
  }

  private func type(
    _ functions: [String: [(file: ParsedFile, type: String)]], _ call: FunctionCallExprSyntax,
    _ file: ParsedFile
  ) -> String? {
    if functions.isEmpty { return nil }
    return names(of: call, in: file).lazy.compactMap { name in
      functions[name]?.first { self.program.sees(file, $0.file) }?.type
    }.first
  }

  /// What a call may mean, as far as declarations tell of which type its receiver is.
  private func names(of call: FunctionCallExprSyntax, in file: ParsedFile) -> [String] {
    let enclosing = call.enclosingTypes.map { file.types.declared($0)?.name ?? $0 }
    if let name = call.calledExpression.name { return (enclosing + [""]).map { "\($0).\(name)" } }
    guard let name = call.calledExpression.memberName,
      var path = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.path
    else { return [] }
    if path.first == "self" { path.removeFirst() }
    guard let receiver = path.first else { return enclosing.map { "\($0).\(name)" } }
    guard path.count == 1 else { return [] }
    let types =
      enclosing.map { file.types.member(receiver, of: $0) } + [file.types.global(receiver)]
    let type = types.lazy.compactMap(\.self).first.map(TypeSpelling.withoutOptional) ?? receiver
    return ["\(file.types.declared(type)?.name ?? type).\(name)"]
  }

  /// The type of a new instance that is the value of a closure or of the body of a function.
  func returned(by body: some SyntaxProtocol, in file: ParsedFile) -> String? {
    calls(in: body).lazy.compactMap { call in
      self.fate(of: ExprSyntax(call), in: Syntax(body)) == .returned
        ? self.made(by: call, in: file) : nil
    }.first
  }

  /// The type of a new instance that some code passes on or assigns, itself or by a call of a function
  /// that does so. What belongs to the code itself does not outlive it.
  func stored(by body: some SyntaxProtocol, in file: ParsedFile) -> String? {
    calls(in: body).lazy.compactMap { call in
      if let made = self.made(by: call, in: file),
        self.fate(of: ExprSyntax(call), in: Syntax(body)) == .stored
      {
        return made
      }
      return self.isOwn(call.receiver, in: Syntax(body)) ? nil : self.type(self.storing, call, file)
    }.first
  }

  /// Whether what a call is made on belongs to some code: it is declared or created there, or it is a
  /// parameter, which belongs to the caller.
  private func isOwn(_ receiver: ExprSyntax?, in body: Syntax) -> Bool {
    guard let receiver else { return false }
    guard let name = receiver.name else { return receiver.is(FunctionCallExprSyntax.self) }
    if name.hasPrefix("$") || isDeclared(name, in: body) { return true }
    let parameters =
      body.parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      .map { ($0.secondName ?? $0.firstName).plain } ?? []
    return parameters.contains(name)
      || body.nodes(ClosureExprSyntax.self).contains {
        $0.id != body.id && $0.parameterNames.contains(name)
      }
  }

  private func calls(in body: some SyntaxProtocol) -> [FunctionCallExprSyntax] {
    body.nodes(FunctionCallExprSyntax.self)
  }

  // MARK: Values

  private enum Fate { case usedUp, returned, stored }

  /// What becomes of a value in some code.
  ///
  /// - Parameter variables: those that have it already.
  private func fate(
    of value: ExprSyntax, in body: Syntax, variables: Set<String> = []
  ) -> Fate {
    guard let parent = value.parent else { return .usedUp }
    if let outer = parent.as(ExprSyntax.self), outer.isWrapper {
      return fate(of: outer, in: body, variables: variables)
    }
    switch parent.as(SyntaxEnum.self) {
    case .memberAccessExpr: return .usedUp
    case .returnStmt: return .returned
    case .codeBlockItem: return isLast(parent, in: body) ? .returned : .usedUp
    case .labeledExpr:
      // A value that another one gets lives as long as that.
      if let list = parent.parent?.parent?.as(ExprSyntax.self),
        list.is(TupleExprSyntax.self) || Inference.literalOrConstruction(list) != nil
      {
        return fate(of: list, in: body, variables: variables)
      }
      // What a function without a receiver does with it is not known.
      let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self)
      guard let receiver = call?.receiver, !isOwn(receiver, in: body) else { return .usedUp }
      return .stored
    case .exprList(let list):
      guard let target = list.first, !target.is(DiscardAssignmentExprSyntax.self) else {
        return .usedUp
      }
      return target.path.map { isDeclared($0[0], in: body) } == true ? .usedUp : .stored
    case .initializerClause:
      // A variable may have the name of what it gets: `let model = model`.
      guard let name = parent.parent?.as(PatternBindingSyntax.self)?.name,
        !variables.contains(name)
      else { return .usedUp }
      let uses = body.names().filter { $0.baseName.plain == name }
        .map { fate(of: ExprSyntax($0), in: body, variables: variables.union([name])) }
      return uses.contains(.stored) ? .stored : uses.contains(.returned) ? .returned : .usedUp
    default: return .stored
    }
  }

  /// Whether a statement is the last one of some code.
  private func isLast(_ item: Syntax, in body: Syntax) -> Bool {
    let list = item.parent?.as(CodeBlockItemListSyntax.self)
    return list?.last?.id == item.as(CodeBlockItemSyntax.self)?.id && list?.parent?.id == body.id
  }

  private func isDeclared(_ name: String, in body: Syntax) -> Bool {
    body.nodes(PatternBindingSyntax.self).contains { $0.name == name }
  }
}

extension ExprSyntax {
  /// Whether its value is that of an expression in it: `try x`, `await x`, `x!`.
  fileprivate var isWrapper: Bool {
    self.is(TryExprSyntax.self) || self.is(AwaitExprSyntax.self)
      || self.is(ForceUnwrapExprSyntax.self) || self.is(AsExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// What the members before the function belong to: `a` of `a.b.c()`.
  fileprivate var receiver: ExprSyntax? {
    var receiver = calledExpression.as(MemberAccessExprSyntax.self)?.base
    while let outer = receiver?.as(MemberAccessExprSyntax.self)?.base { receiver = outer }
    return receiver
  }
}
