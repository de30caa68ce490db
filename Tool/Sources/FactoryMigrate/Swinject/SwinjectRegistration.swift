// Factory, MIT licence; see LICENSE
//
// A registration of Swinject: `container.register(P.self) { r in X() }.inObjectScope(.container)`.
import SwiftSyntax

struct SwinjectRegistration {
  let file: ParsedFile
  let chain: CallChain
  let type: String
  let name: String
  /// The closure, or `X.init` of `autoregister`.
  let body: ExprSyntax
  let isAutomatic: Bool
  let aliases: [String]
  let scope: ExprSyntax?
  let completion: ClosureExprSyntax?
  /// The name of the closure's first parameter.
  let resolver: String?
  /// The other parameters, with their types if these are known.
  let arguments: [(name: String, type: String?)]
  let problem: String?

  init?(_ expression: ExprSyntax, in file: ParsedFile, _ types: TypeTable) {
    guard let chain = CallChain(expression),
      ["register", "autoregister"].contains(chain.first.name),
      let type = chain.first.call.metatype()
    else { return nil }
    let call = chain.first.call
    isAutomatic = chain.first.name == "autoregister"
    guard
      let body = call.trailingClosure.map(ExprSyntax.init)
        ?? call.argument(isAutomatic ? "initializer" : "factory")?.expression
    else { return nil }
    self.file = file
    self.chain = chain
    self.type = TypeSpelling.normalisedKeepingAny(type)
    self.body = body
    var problem: String?
    let registered = call.registrationName()
    name = registered ?? ""
    if registered == nil { problem = "the name cannot be read" }
    var aliases: [String] = []
    var scope: ExprSyntax?
    var completion: ClosureExprSyntax?
    for link in chain.links.dropFirst() {
      switch link.name {
      case "inObjectScope": scope = link.call.arguments.first?.expression
      case "initCompleted": completion = link.call.closure
      case "implements":
        aliases += link.call.arguments.indices.enumerated().compactMap {
          link.call.metatype(at: $0.offset)
        }
      default: problem = "`\(link.name)` has no counterpart"
      }
    }
    self.aliases = aliases
    self.scope = scope
    self.completion = completion
    let closure = body.as(ClosureExprSyntax.self)
    resolver =
      closure?.parameterNames.first ?? (closure?.uses(argument: "$0") == true ? "$0" : nil)
    if closure?.uses(argument: "$1") == true {
      problem = "the arguments of this closure have no names: give them names and types"
    }
    if isAutomatic,
      call.arguments.contains(where: { ["argument", "arguments"].contains($0.label?.text) })
    {
      problem =
        "this initialiser takes arguments: write `var …: ParameterFactory<…, \(self.type)> "
        + "{ self { … } }`"
    }
    let captured = closure?.signature?.capture?.items.map(\.name.plain) ?? []
    if let container = chain.receiver?.name, captured.contains(container) {
      problem =
        "the closure captures the container, which is `self` in a factory: write "
        + "`var …: Factory<\(self.type)> { self { … } }`"
    }
    arguments = closure.map { Self.arguments(of: $0, types) } ?? []
    self.problem = problem
  }

  private static func arguments(
    of closure: ClosureExprSyntax, _ types: TypeTable
  ) -> [(name: String, type: String?)] {
    var written: [String?] = []
    if case .parameterClause(let clause)? = closure.signature?.parameterClause {
      written = clause.parameters.map { $0.type?.trimmedDescription }
    }
    return closure.parameterNames.enumerated().dropFirst().map { index, name in
      if written.indices.contains(index), let type = written[index] { return (name, type) }
      let finder = ArgumentFinder(name, types)
      finder.walk(closure)
      return (name, finder.type)
    }
  }

  /// `.cached` for `.container`; empty also if the scope is not known.
  func scopeModifier(default defaultScope: DefaultScope) -> String {
    if let scope {
      return scope.scopeName.map(Self.modifier) ?? ".scope(\(scope.trimmedDescription))"
    }
    guard case .known(let name) = defaultScope else { return "" }
    return Self.modifier(name)
  }

  private static func modifier(_ name: String) -> String {
    switch name {
    case "transient": ""
    case "graph": ".graph"
    case "container": ".cached"
    case "weak": ".shared"
    default: ".scope(.\(name))"
    }
  }

  /// The function whose statements become members of the type around it.
  var registrationFunction: FunctionDeclSyntax? {
    guard let function = chain.expression.ancestor(FunctionDeclSyntax.self) else { return nil }
    return function.isPureAssembly || (chain.receiver == nil && function.isInContainer)
      ? function : nil
  }

  /// Whether it is a statement of a function or closure, also within `#if`, and not of a condition.
  var isStatement: Bool {
    var node = Syntax(chain.expression)
    while let parent = node.parent {
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self)
        || parent.is(ClosureExprSyntax.self) || parent.is(SourceFileSyntax.self)
      {
        return true
      }
      let isTransparent =
        parent.is(CodeBlockItemSyntax.self) || parent.is(CodeBlockItemListSyntax.self)
        || parent.is(CodeBlockSyntax.self) || parent.is(IfConfigDeclSyntax.self)
        || parent.is(IfConfigClauseSyntax.self) || parent.is(IfConfigClauseListSyntax.self)
      guard isTransparent else { return false }
      node = parent
    }
    return false
  }

  var isInIfConfig: Bool {
    chain.expression.ancestors
      .prefix { !$0.is(FunctionDeclSyntax.self) && !$0.is(ClosureExprSyntax.self) }
      .contains { $0.is(IfConfigDeclSyntax.self) }
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is a registration, or `#if` with nothing else.
  fileprivate var registers: Bool {
    if let config = item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      return config.clauses.allSatisfy { clause in
        guard case .statements(let items)? = clause.elements else { return true }
        return items.allSatisfy(\.registers)
      }
    }
    guard let expression = item.as(ExprSyntax.self), let chain = CallChain(expression) else {
      return false
    }
    return ["register", "autoregister"].contains(chain.first.name)
  }
}

extension FunctionDeclSyntax {
  /// `assemble(container:)` of an `Assembly`.
  var isAssembling: Bool {
    guard name.text == "assemble" else { return false }
    let clause =
      ancestor(ClassDeclSyntax.self)?.inheritanceClause
      ?? ancestor(StructDeclSyntax.self)?.inheritanceClause
      ?? ancestor(ExtensionDeclSyntax.self)?.inheritanceClause
    return clause?.inheritedTypes.contains { $0.type.trimmedDescription.hasSuffix("Assembly") }
      == true
  }

  /// `assemble(container:)` of a type that does nothing but register.
  var isPureAssembly: Bool {
    guard isAssembling, let body,
      let type = ancestors.first(where: { $0.asProtocol((any DeclGroupSyntax).self) != nil }),
      let group = type.asProtocol((any DeclGroupSyntax).self)
    else { return false }
    return body.statements.allSatisfy(\.registers)
      && group.memberBlock.members.allSatisfy {
        $0.decl.id == DeclSyntax(self).id
          || $0.decl.as(InitializerDeclSyntax.self)?.body?.statements.isEmpty == true
      }
  }

  var isInContainer: Bool {
    ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription == "Container"
  }
}
