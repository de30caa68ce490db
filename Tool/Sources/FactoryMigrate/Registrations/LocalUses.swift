// Factory, MIT licence; see LICENSE
//
// What a registered closure uses that is not visible where its factory is declared.
import SwiftSyntax

extension ParsedFile {
  /// Whether an expression uses parameters or local variables of a function around it, or members of
  /// the type around it.
  ///
  /// - Parameters:
  ///   - exception: the container, which a factory's closure does not need.
  ///   - containers: the types whose members are visible in the factory's closure.
  func usesLocals(
    _ body: ExprSyntax, except exception: String?, in containers: Set<String>
  ) -> Bool {
    let captures = body.nodes(ClosureCaptureSyntax.self).filter { $0.initializer == nil }
      .map { ($0.name.plain, Syntax($0)) }
    return (captures + body.names().map { ($0.baseName.plain, Syntax($0)) }).contains { use in
      let (name, node) = use
      if name == exception { return false }
      if name == "self" || name == "Self" { return true }
      if let declared = localNames.declaration(of: name, at: node.span.lowerBound) {
        return !body.span.contains(declared)
      }
      return node.isInType(declaring: name, except: containers)
    }
  }
}

extension SyntaxProtocol {
  fileprivate func isInType(declaring name: String, except types: Set<String>) -> Bool {
    ancestors.contains { ancestor in
      guard let group = ancestor.asProtocol((any DeclGroupSyntax).self) else { return false }
      let type = ancestor.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      if let type, types.contains(type) { return false }
      return group.memberBlock.members.contains { $0.decl.declares(name) }
    }
  }
}

extension DeclSyntax {
  /// Whether it is a property, function or type with the name.
  fileprivate func declares(_ name: String) -> Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.contains { $0.pattern.trimmedDescription == name }
    }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.plain == name
  }
}
