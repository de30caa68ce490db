// Factory, MIT licence; see LICENSE
//
// Looks for the registrations of a file that uses Resolver.
import SwiftSyntax

final class RegistrationFinder: SyntaxVisitor {
  let file: ParsedFile
  let inference: Inference
  var found: [ResolverRegistration] = []
  var functions: Set<String> = []
  var defaultScopes: [DefaultScope.Statement] = []

  init(_ file: ParsedFile, _ inference: Inference) {
    self.file = file
    self.inference = inference
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let registration = ResolverRegistration(ExprSyntax(node), in: file, inference) else {
      return .visitChildren
    }
    found.append(registration)
    if let function = registration.registrationFunction { functions.insert(function.name.plain) }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    if node.name.plain == "registerAllServices", type == "Resolver" {
      functions.insert(node.name.plain)
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let scope = node.assignedDefaultScope { defaultScopes.append((scope.name, file)) }
    return .visitChildren
  }
}

extension SequenceExprSyntax {
  /// `x` of `Resolver.defaultScope = .x`; its name is nil if it cannot be read.
  var assignedDefaultScope: (name: String?, syntax: ExprSyntax)? {
    let parts = Array(elements)
    guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
      parts[0].path?.last == "defaultScope"
    else { return nil }
    let name = parts[2].as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return (name, parts[2])
  }
}
