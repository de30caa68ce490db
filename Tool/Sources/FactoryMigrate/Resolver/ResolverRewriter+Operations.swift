// Factory, MIT licence; see LICENSE
//
// Rewrites the operations of Resolver.
import SwiftSyntax

extension ResolverRewriter {
  /// Calls of functions that register, and resets.
  func rewriteOperation(_ node: FunctionCallExprSyntax) -> Bool {
    guard var path = node.calledExpression.path else { return false }
    let isOnResolver = ["Resolver", "ResolverScope"].contains(path[0])
    if isOnResolver { path.removeFirst() }
    if ["main", "root"].contains(path.first) { path.removeFirst() }
    switch path.count {
    case 1 where facts.isVanishingCall(node):
      // In a registration function, `ResolverFunctions` removes it.
      if !isInRegistrationFunction(node) { file.removeLines(node) }
      return true
    case 1 where !isOnResolver && facts.functions[path[0]] == true:
      // From a function that stays static.
      guard node.isInResolver, !isInRegistrationFunction(node) else { return false }
      file.insert("\(Library.shared).", before: node)
      return false
    case 1 where isOnResolver && facts.functions[path[0]] == true:
      file.replace(node.calledExpression, with: "\(Library.shared).\(path[0])")
      return true
    case 1 where isOnResolver && path[0] == "reset":
      file.replace(node, with: "\(Library.shared).reset()")
      return true
    case 2 where isOnResolver && path[1] == "reset":
      let scope = path[0]
      file.replace(
        node,
        with: scope == "application"
          ? "\(Library.scope).singleton.reset()"
          : "\(Library.shared).manager.reset(scope: .\(scope))")
      file.count("resets of scopes")
      return true
    default: return false
    }
  }

  private func isInRegistrationFunction(_ node: some SyntaxProtocol) -> Bool {
    guard let function = node.ancestor(FunctionDeclSyntax.self) else { return false }
    return facts.functions[function.name.plain] != nil
      && function.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        == "Resolver"
  }
}
