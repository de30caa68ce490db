// Factory, MIT licence; see LICENSE
//
// A registration of Swinject: `container.register(P.self) { r in X() }.inObjectScope(.container)`.
import SwiftSyntax

extension Registration {
  /// The modifiers of Swinject's scopes.
  static let swinjectScopes = [
    "transient": "", "graph": ".graph", "container": ".cached", "weak": ".shared",
  ]

  init?(swinject call: FunctionCallExprSyntax, in file: ParsedFile, _ types: TypeTable) {
    guard let chain = CallChain(ExprSyntax(call)),
      ["register", "autoregister"].contains(chain.first.name),
      let type = chain.first.call.metatype()
    else { return nil }
    let first = chain.first.call
    let isAutomatic = chain.first.name == "autoregister"
    guard
      let body = first.trailingClosure.map(ExprSyntax.init)
        ?? first.argument(isAutomatic ? "initializer" : "factory")?.expression
    else { return nil }
    self.init(chain, body, in: file)
    self.type = TypeSpelling.normalisedKeepingAny(type)
    for link in chain.links.dropFirst() { read(link) }
    if closure?.uses(argument: "$1") == true {
      problem = "the arguments of this closure have no names: give them names and types"
    }
    if isAutomatic { readInitializer(types) }
    let captured = closure?.signature?.capture?.items.map(\.name.plain) ?? []
    if let container = chain.receiver?.name, captured.contains(container) {
      problem =
        "the closure captures the container, which is `self` in a factory: write "
        + "`var …: Factory<\(self.type)> { self { … } }`"
    }
    readArguments(types)
  }

  private mutating func read(_ link: CallChain.Link) {
    switch link.name {
    case "inObjectScope":
      scopeModifier = link.call.arguments.first.map { argument in
        argument.expression.memberName
          .map { Registrations.modifier(ofScope: $0, Self.swinjectScopes) }
          ?? ".scope(\(argument.expression.trimmedDescription))"
      }
    case "initCompleted":
      if completion != nil
        || link.call.closure.map({ !ProductClosure(closure: $0).canGetProduct }) ?? true
      {
        problem = "`initCompleted` cannot be read: write a decorator, `.decorator { … in … }`"
      }
      completion = link.call.closure
    case "implements":
      let types = link.call.arguments.indices.enumerated().compactMap {
        link.call.metatype(at: $0.offset)
      }
      aliases += types.map { ($0, name) }
    default: problem = "`\(link.name)` has no counterpart"
    }
  }

  /// `initializer: X.init`, whose arguments are resolved.
  private mutating func readInitializer(_ types: TypeTable) {
    let call = chain.first.call
    if call.argument("argument") ?? call.argument("arguments") != nil {
      problem =
        "this initialiser takes arguments: write `var …: ParameterFactory<…, \(type)> "
        + "{ self { … } }`"
    }
    let access = body.as(MemberAccessExprSyntax.self)
    let labels = access?.declName.argumentNames?.arguments.map { argument -> String? in
      argument.name.text == "_" ? nil : argument.name.plain
    }
    if let made = access?.base?.trimmedDescription,
      let parameters = types.parameters(of: made, labels: labels)
    {
      initializer = (made, parameters)
    } else if problem == nil {
      problem =
        "the parameters of this initialiser are not known: write "
        + "`var …: Factory<\(type)> { self { … } }`"
    }
  }

  private mutating func readArguments(_ types: TypeTable) {
    guard let closure else { return }
    arguments = Array(closure.parameterNames.dropFirst())
    for (index, name) in closure.parameterNames.enumerated().dropFirst() {
      if let type = closure.typeOfParameter(index, types) {
        parameters.append((nil, type))
      } else if declarationProblem == nil {
        declarationProblem =
          "the type of `\(name)` is not known: write `ParameterFactory<…, "
          + "\(type)> { self { … } }`"
      }
    }
  }
}

extension TypeTable {
  /// The parameters of the initialiser with these labels, or of the only one.
  fileprivate func parameters(of type: String, labels: [String?]?) -> [ParameterFact]? {
    guard let facts = self[TypeSpelling.normalised(type)] else { return nil }
    var candidates = facts.initializers
    if candidates.isEmpty { candidates = [facts.stored] }
    if let labels { candidates = candidates.filter { $0.map(\.label) == labels } }
    guard candidates.count == 1, candidates[0].allSatisfy({ !$0.type.isEmpty }) else {
      return nil
    }
    return candidates[0]
  }
}
