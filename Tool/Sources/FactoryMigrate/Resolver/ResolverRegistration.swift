// Factory, MIT licence; see LICENSE
//
// A registration of Resolver: `register { … }.implements(P.self).scope(.application)`.
import SwiftSyntax

struct ResolverRegistration {
  let file: ParsedFile
  let chain: CallChain
  /// The closure, or another expression for a function.
  let body: ExprSyntax
  /// The product's type, if the syntax tells it.
  let type: String?
  /// Whether the closure may return nil: its product is registered as what is in the optional.
  let isOptional: Bool
  let name: String
  /// `.implements(P.self, name: "a")`.
  let aliases: [(type: String, name: String)]
  /// As it is written; nil for the default scope.
  let scope: ExprSyntax?
  let properties: ClosureExprSyntax?
  /// The names of the closure's parameters: the resolver and the arguments.
  let resolver: String?
  let arguments: String?

  /// What is not understood.
  let problem: String?

  init?(_ expression: ExprSyntax, in file: ParsedFile, _ inference: Inference) {
    guard let chain = CallChain(expression), chain.first.name == "register" else { return nil }
    let call = chain.first.call
    // `tableView.register(Cell.self, forCellReuseIdentifier: "cell")` is something else.
    guard call.arguments.allSatisfy({ [nil, "name", "factory"].contains($0.label?.text) }) else {
      return nil
    }
    guard
      let body = call.trailingClosure.map(ExprSyntax.init)
        ?? call.argument("factory")?.expression ?? call.arguments.last?.expression
    else { return nil }
    self.file = file
    self.chain = chain
    self.body = body
    let closure = body.as(ClosureExprSyntax.self)
    let made = closure.flatMap(inference.result) ?? Self.constructed(by: body)
    isOptional = made.map(TypeSpelling.isOptional) ?? false
    type = (call.metatype() ?? made.map(TypeSpelling.withoutOptional))
      .map(TypeSpelling.normalisedKeepingAny)
    var problem: String?
    let registered = call.registrationName()
    name = registered ?? ""
    if registered == nil { problem = "the name cannot be read" }
    if let receiver = chain.receiver, !Self.isMain(receiver) {
      problem =
        "`\(receiver.trimmedDescription)` is another Resolver: make a container of its own, such as "
        + "`Container(parent: .shared)`, and register this there"
    }
    let parameters = closure?.parameterNames ?? []
    resolver = parameters.first ?? (closure?.uses(argument: "$0") == true ? "$0" : nil)
    if closure?.uses(argument: "$1") == true {
      problem = "the arguments of this closure have no name: give them one"
    }
    arguments = parameters.count > 1 ? parameters[1] : nil
    var aliases: [(type: String, name: String)] = []
    var scope: ExprSyntax?
    var properties: ClosureExprSyntax?
    for link in chain.links.dropFirst() {
      switch link.name {
      case "implements":
        if let type = link.call.metatype(), let name = link.call.registrationName() {
          aliases.append((type, name))
        } else {
          problem = "`implements` cannot be read"
        }
      case "scope": scope = link.call.arguments.first?.expression
      case "resolveProperties": properties = link.call.closure
      default: problem = "`\(link.name)` has no counterpart"
      }
    }
    self.aliases = aliases
    self.scope = scope
    self.properties = properties
    self.problem = problem
  }

  /// Whether an expression is the main Resolver.
  private static func isMain(_ receiver: ExprSyntax) -> Bool {
    guard let path = receiver.path else { return false }
    let own: Set = ["Resolver", "Self", "self", "main", "root"]
    return path.count < 3 && path.allSatisfy(own.contains)
  }

  private static func constructed(by body: ExprSyntax) -> String? {
    guard let access = body.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init"
    else { return nil }
    return access.base?.trimmedDescription
  }

  /// `.singleton` for `.application`; empty also if the scope is not known.
  func scopeModifier(default defaultScope: DefaultScope) -> String {
    var name = "unique"
    if case .known(let scope) = defaultScope { name = scope }
    if let scope {
      if let access = scope.as(MemberAccessExprSyntax.self) {
        name = access.declName.baseName.text
      } else if let plain = scope.name {
        name = plain
      } else {
        return ".scope(\(scope.trimmedDescription))"
      }
    }
    switch name {
    case "application": return ".singleton"
    case "cached", "shared", "graph": return ".\(name)"
    case "unique": return ""
    default: return ".scope(.\(name))"
    }
  }
}

extension TypeSpelling {
  /// Without outer parentheses, but as the program writes it otherwise.
  static func normalisedKeepingAny(_ type: String) -> String {
    var text = type
    while text.hasPrefix("("), text.hasSuffix(")"), !text.contains("->"), !text.contains(","),
      !text.contains("any ")
    {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }
}
