// Factory, MIT licence; see LICENSE
//
// A registration of Swinject: `container.register(P.self) { r in X() }.inObjectScope(.container)`.
import SwiftSyntax

extension Registration {
  /// The modifiers of Swinject's scopes.
  static let swinjectScopes = [
    "transient": "", "graph": ".graph", "container": ".cached", "weak": ".shared",
  ]

  init?(swinject call: FunctionCallExprSyntax, in file: ParsedFile) {
    guard let chain = CallChain(ExprSyntax(call)),
      ["register", "autoregister"].contains(chain.first.name),
      let type = chain.first.call.metatype(), !call.isGenericParameter(type)
    else { return nil }
    // A function of the program's own `Container`.
    if chain.receiver == nil, file.hasOwn("Container", at: call) { return nil }
    let first = chain.first.call
    guard
      let body = first.trailingClosure.map(ExprSyntax.init) ?? first.argument("factory")?.expression
        ?? first.argument("initializer")?.expression
    else { return nil }
    self.init(chain, body, in: file)
    self.type = TypeSpelling.normalisedKeepingAny(type)
    for link in chain.links.dropFirst() { read(link) }
    if closure?.uses(argument: "$1") == true {
      problem = "the arguments of this closure have no names: give them names and types"
    }
    if chain.first.name == "autoregister" {
      problem = "`autoregister` has no counterpart: write `var …: Factory<\(type)> { self { … } }`"
    }
    let captured = closure?.signature?.capture?.items.map(\.name.plain) ?? []
    if let container = chain.receiver?.name, captured.contains(container) {
      problem =
        "the closure captures the container, which is `self` in a factory: write "
        + "`var …: Factory<\(self.type)> { self { … } }`"
    }
    readArguments(file.types(at: call))
  }

  private mutating func read(_ link: CallChain.Link) {
    switch link.name {
    case "inObjectScope":
      scopeModifier = link.call.arguments.first.map { argument in
        argument.expression.memberName
          .map { Registrations.modifier(ofScope: $0, Self.swinjectScopes) }
          ?? ".scope(\(argument.expression.trimmedDescription))"
      }
    case "initCompleted": completion = link.name
    case "implements":
      let types = link.call.arguments.indices.enumerated().compactMap {
        link.call.metatype(at: $0.offset)
      }
      aliases += types.map { ($0, name) }
    default: problem = "`\(link.name)` has no counterpart"
    }
  }

  private mutating func readArguments(_ types: Types) {
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
