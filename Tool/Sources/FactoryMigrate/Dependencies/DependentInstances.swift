// Factory, MIT licence; see LICENSE
//
// The code that creates instances which read dependencies. `@Dependency` remembers the values of the
// operation in which its instance was made; a factory is resolved from the container of the moment. So
// what an operation creates must not outlive it.
import FactoryGraph
import SwiftSyntax

final class DependentInstances {
  private struct Call {
    var syntax: FunctionCallExprSyntax
    /// The type that it creates, with its name there.
    var made: (name: String, type: TypeDeclaration)?
    /// The functions that it may call, with their types.
    var functions: [String]
  }

  /// A function, or what runs when a type is initialised.
  private struct Code {
    var file: ParsedFile
    /// The function's name with that of its type.
    var name: String
    /// The type that the code initialises.
    var initialized: TypeDeclaration?
    var values: ValueUses
    var calls: [Call]
  }

  /// Functions by their names with those of their types, and the type of the instance of each.
  private typealias Functions = [String: [(file: ParsedFile, type: String)]]

  private let program: Program
  /// The types that read dependencies, themselves or by what they create.
  private var types: Set<TypeDeclaration> = []
  /// The functions that return a new instance of such a type, or store one.
  private var returning: Functions = [:]
  private var storing: Functions = [:]

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
    if !types.isEmpty { read(program.files.flatMap(code)) }
  }

  // MARK: The program

  private func code(of file: ParsedFile) -> [Code] {
    file.tree.nodes(DeclSyntax.self).flatMap { decl -> [Code] in
      let owner = decl.enclosingTypes.first
      let type = owner.flatMap { file.types.declared($0) }
      func code(_ body: some SyntaxProtocol, function: String? = nil) -> Code {
        Code(
          file: file, name: "\(type?.name ?? owner ?? "").\(function ?? "init")",
          initialized: function == nil ? type : nil, values: ValueUses(body),
          calls: calls(in: body, file))
      }
      if let function = decl.as(FunctionDeclSyntax.self) {
        return function.body.map { [code($0, function: function.name.plain)] } ?? []
      }
      guard type != nil else { return [] }
      if let body = decl.as(InitializerDeclSyntax.self)?.body { return [code(body)] }
      guard let variable = decl.as(VariableDeclSyntax.self), !variable.isStatic,
        variable.parent?.is(MemberBlockItemSyntax.self) == true
      else { return [] }
      return variable.bindings.compactMap(\.initializer).map { code($0) }
    }
  }

  /// Reads code again when something is known of what it creates or calls.
  private func read(_ code: [Code]) {
    var creating: [TypeDeclaration: [Int]] = [:]
    var calling: [String: [Int]] = [:]
    for (index, code) in code.enumerated() {
      for call in code.calls {
        if let type = call.made?.type { creating[type, default: []].append(index) }
        for name in call.functions { calling[name, default: []].append(index) }
      }
    }
    var queue = Array(code.indices)
    var next = 0
    while next < queue.count {
      let code = code[queue[next]]
      next += 1
      if let type = code.initialized {
        guard !types.contains(type),
          code.calls.contains(where: { made(by: $0, in: code.file) != nil })
        else { continue }
        types.insert(type)
        queue += creating[type] ?? []
        continue
      }
      var isNew = false
      if !isKnown(code, in: returning), let type = returned(by: code) {
        returning[code.name, default: []].append((code.file, type))
        isNew = true
      }
      if !isKnown(code, in: storing), let type = stored(by: code) {
        storing[code.name, default: []].append((code.file, type))
        isNew = true
      }
      if isNew { queue += calling[code.name] ?? [] }
    }
  }

  private func isKnown(_ code: Code, in functions: Functions) -> Bool {
    functions[code.name]?.contains { $0.file === code.file } == true
  }

  // MARK: Calls

  private func calls(in body: some SyntaxProtocol, _ file: ParsedFile) -> [Call] {
    body.nodes(FunctionCallExprSyntax.self).map { call in
      if let made = Inference.literalOrConstruction(ExprSyntax(call)),
        let type = file.types(at: call).declared(made)
      {
        return Call(syntax: call, made: (made, type), functions: [])
      }
      return Call(syntax: call, functions: functions(of: call, in: file))
    }
  }

  /// What a call may mean, as far as declarations tell of which type its receiver is.
  private func functions(of call: FunctionCallExprSyntax, in file: ParsedFile) -> [String] {
    let enclosing = call.enclosingTypes.map { file.types.declared($0)?.name ?? $0 }
    if let name = call.calledExpression.name { return (enclosing + [""]).map { "\($0).\(name)" } }
    guard let name = call.calledExpression.memberName,
      var path = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.path
    else { return [] }
    if path.first == "self" { path.removeFirst() }
    guard let receiver = path.first else { return enclosing.map { "\($0).\(name)" } }
    guard path.count == 1 else { return [] }
    let types =
      enclosing.lazy.map { file.types.member(receiver, of: $0) } + [file.types.global(receiver)]
    let type = types.compactMap(\.self).first.map(TypeSpelling.withoutOptional) ?? receiver
    return ["\(file.types(at: call).declared(type)?.name ?? type).\(name)"]
  }

  /// The type of the instance that a call gives: a construction, or a function that returns one.
  private func made(by call: Call, in file: ParsedFile) -> String? {
    if let (name, type) = call.made { return types.contains(type) ? name : nil }
    return type(returning, call, file)
  }

  private func type(_ functions: Functions, _ call: Call, _ file: ParsedFile) -> String? {
    call.functions.lazy.compactMap { name in
      functions[name]?.first { self.program.sees(file, $0.file) }?.type
    }.first
  }

  /// The type of a new instance that is the value of a closure.
  func returned(by body: ClosureExprSyntax, in file: ParsedFile) -> String? {
    returned(by: code(body, file))
  }

  /// The type of a new instance that a closure passes on or assigns, itself or by a call of a function
  /// that does so. What belongs to the code itself does not outlive it.
  func stored(by body: ClosureExprSyntax, in file: ParsedFile) -> String? {
    stored(by: code(body, file))
  }

  private func code(_ body: ClosureExprSyntax, _ file: ParsedFile) -> Code {
    Code(file: file, name: "", values: ValueUses(body), calls: calls(in: body, file))
  }

  private func returned(by code: Code) -> String? {
    code.calls.lazy.compactMap { call in
      self.made(by: call, in: code.file).flatMap {
        code.values.fate(of: ExprSyntax(call.syntax)) == .returned ? $0 : nil
      }
    }.first
  }

  private func stored(by code: Code) -> String? {
    code.calls.lazy.compactMap { call in
      if let made = self.made(by: call, in: code.file),
        code.values.fate(of: ExprSyntax(call.syntax)) == .stored
      {
        return made
      }
      guard let type = self.type(self.storing, call, code.file) else { return nil }
      return code.values.isOwn(call.syntax.receiver) ? nil : type
    }.first
  }
}

extension FunctionCallExprSyntax {
  /// What the members before the function belong to: `a` of `a.b.c()`.
  var receiver: ExprSyntax? {
    var receiver = calledExpression.as(MemberAccessExprSyntax.self)?.base
    while let outer = receiver?.as(MemberAccessExprSyntax.self)?.base { receiver = outer }
    return receiver
  }
}
