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
      if let declared = local(name, at: node) {
        return !body.span.contains(declared)
      }
      return node.enclosingTypes.contains { type in
        !containers.contains(type) && types.declares(name, in: type)
      }
    }
  }
}
