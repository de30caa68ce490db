// Factory, MIT licence; see LICENSE
//
// Rewrites names, scopes and conformances of Resolver.
import SwiftSyntax

extension ResolverRewriter {
  func rewriteExtension(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    switch node.extendedType.trimmedDescription {
    case "Resolver.Name":
      // The names are parts of the factories' names now.
      file.removeDeclaration(node)
      file.count("names")
      return .skipChildren
    case "ResolverScope":
      file.replace(node.extendedType, with: Library.scope)
    case "Resolver"
    where node.memberBlock.members.allSatisfy { Self.isScope($0.decl) }
      && !node.memberBlock.members.isEmpty:
      file.replace(node.extendedType, with: Library.scope)
    default: break
    }
    return .visitChildren
  }

  private static let scopes = ["ResolverScopeCache": "Cached", "ResolverScopeShare": "Shared"]

  /// Whether a declaration is a scope: `static let session = ResolverScopeCache()`.
  static func isScope(_ decl: DeclSyntax) -> Bool {
    guard let variable = decl.as(VariableDeclSyntax.self) else { return false }
    return made(variable).map { scopes[$0] != nil } == true
  }

  private static func made(_ variable: VariableDeclSyntax) -> String? {
    let value = variable.bindings.first?.initializer?.value
    return value?.as(FunctionCallExprSyntax.self)?.calledExpression.name
  }

  /// `static let session = ResolverScopeCache()` becomes `static let session = Cached()`.
  func rewriteScope(_ node: VariableDeclSyntax) {
    guard let binding = node.bindings.first, let made = Self.made(node),
      let scope = Self.scopes[made], let value = binding.initializer?.value,
      let call = value.as(FunctionCallExprSyntax.self)
    else { return }
    if node.ancestor(ExtensionDeclSyntax.self) == nil {
      file.replace(call.calledExpression, with: "\(Library.scope).\(scope)")
    } else {
      file.replace(call.calledExpression, with: scope)
    }
    if let annotation = binding.typeAnnotation {
      file.replace(binding.pattern.span.upperBound..<annotation.span.upperBound, with: "")
    }
    if node.bindingSpecifier.text == "var", node.modifier(.static) != nil {
      file.replace(node.bindingSpecifier, with: "let")
    }
    file.count("scopes")
  }

  /// Removes `Resolving`, which gives a class the property `resolver`.
  func removeResolving(_ clause: InheritanceClauseSyntax) {
    let types = Array(clause.inheritedTypes)
    if let conformance = types.first(where: {
      $0.plainType == "ResolverRegistering"
    }), !clause.isInResolver {
      file.note(
        conformance, "only a container registers: move this into `extension Container`")
    }
    if types.contains(where: { $0.plainType == "Resolving" }) {
      file.removeInherited(from: clause) { $0.plainType == "Resolving" }
    }
  }
}
