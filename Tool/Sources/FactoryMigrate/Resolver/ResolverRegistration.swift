// Factory, MIT licence; see LICENSE
//
// A registration of Resolver: `register { … }.implements(P.self).scope(.application)`.
import SwiftSyntax

extension Registration {
  /// The modifiers of Resolver's scopes.
  static let resolverScopes = [
    "application": ".singleton", "cached": ".cached", "shared": ".shared", "graph": ".graph",
    "unique": "",
  ]

  init?(resolver call: FunctionCallExprSyntax, in file: ParsedFile) {
    guard let chain = CallChain(ExprSyntax(call)), chain.first.name == "register" else {
      return nil
    }
    let first = chain.first.call
    // `tableView.register(Cell.self, forCellReuseIdentifier: "cell")` is something else.
    guard first.arguments.allSatisfy({ [nil, "name", "factory"].contains($0.label?.text) }),
      let body = first.trailingClosure.map(ExprSyntax.init)
        ?? first.argument("factory")?.expression ?? first.arguments.last?.expression
    else { return nil }
    self.init(chain, body, in: file)
    let made =
      closure.flatMap(Inference(types: file.types(at: call)).result) ?? Self.constructed(by: body)
    isOptional = made.map(TypeSpelling.isOptional) ?? false
    if let receiver = chain.receiver, !Self.isMain(receiver) {
      problem =
        "`\(receiver.trimmedDescription)` is another Resolver: make a container of its own, such as "
        + "`Container(parent: .shared)`, and register this there"
    }
    for link in chain.links.dropFirst() { read(link) }
    if let type = (first.metatype() ?? made.map(TypeSpelling.withoutOptional))
      .map(TypeSpelling.normalisedKeepingAny), !type.hasPrefix("some ")
    {
      self.type = type
    } else if problem == nil {
      problem = "the closure does not tell its type: write `as` and the type"
    }
    let names = closure?.parameterNames ?? []
    if names.count > 1 && names[1] != "_" || closure?.uses(argument: "$1") == true {
      problem =
        "its arguments have no types: write `var …: ParameterFactory<…, \(type)> { self { … } }`"
    }
  }

  private mutating func read(_ link: CallChain.Link) {
    switch link.name {
    case "implements":
      if let type = link.call.metatype(), let name = link.call.registrationName() {
        aliases.append((type, name))
      } else {
        problem = "`implements` cannot be read"
      }
    case "scope":
      scopeModifier = link.call.arguments.first.map { argument in
        let scope = argument.expression
        return (scope.memberName ?? scope.name)
          .map { Registrations.modifier(ofScope: $0, Self.resolverScopes) }
          ?? ".scope(\(scope.trimmedDescription))"
      }
    case "resolveProperties": completion = link.name
    default: problem = "`\(link.name)` has no counterpart"
    }
  }

  /// Whether an expression is the main Resolver.
  private static func isMain(_ receiver: ExprSyntax) -> Bool {
    guard let path = receiver.path else { return false }
    let own: Set = ["Resolver", "Self", "self", "main", "root"]
    return path.count < 3 && path.allSatisfy(own.contains)
  }

  private static func constructed(by body: ExprSyntax) -> String? {
    guard body.memberName == "init" else { return nil }
    return body.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
  }
}
