// Factory, MIT licence; see LICENSE
//
// The containers and scopes of a 2.x program.
import FactoryGraph
import SwiftSyntax

struct Factory2Facts {
  /// The classes of the program that are containers.
  var containers: Set<String> = []
  /// The scopes that are named in `.scope(…)`, by file.
  var usedScopes: [String: Set<String>] = [:]
  /// Scopes that no file declares, with the module that uses them.
  var undeclaredScopes: [(module: ModuleIndex, name: String)] = []
  /// The names of the properties that call `promised()`.
  var promised: Set<String> = []

  init(_ program: Program, _ files: [ParsedFile]) {
    containers = program.types(inheriting: ["SharedContainer", "ManagedContainer"])
    let declared = program.members(ofExtensionsOf: ["Scope"])
    for file in files {
      for call in file.tree.nodes(FunctionCallExprSyntax.self)
      where call.calledExpression.path?.last == "promised" {
        let property = call.ancestor(VariableDeclSyntax.self)?.bindings.first?.name
        if let property { promised.insert(property) }
      }
      let names = Self.usedScopes(in: file)
      usedScopes[file.path] = names
      for name in names.sorted()
      where name == "session" && !declared.contains(name)
        && !undeclaredScopes.contains(where: { $0 == (file.module, name) })
      {
        undeclaredScopes.append((file.module, name))
      }
    }
  }

  /// The names in `.scope(.name)`.
  private static func usedScopes(in file: ParsedFile) -> Set<String> {
    let names = file.tree.nodes(FunctionCallExprSyntax.self).compactMap { call -> String? in
      guard call.calledExpression.memberName == "scope",
        let scope = call.arguments.first?.expression.as(MemberAccessExprSyntax.self),
        scope.base == nil
      else { return nil }
      return scope.declName.baseName.text
    }
    return Set(names)
  }

  func isContainer(_ name: String) -> Bool {
    ["Container", "SharedContainer", "ManagedContainer"].contains(name)
      || containers.contains(name)
  }

  func isContainerMember(_ node: some SyntaxProtocol) -> Bool {
    node.containerMember(isContainer).map { $0.member.id == Syntax(node).id } ?? false
  }
}
