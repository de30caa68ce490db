// Factory, MIT licence; see LICENSE
//
// The containers and scopes of a 2.x program.
import SwiftSyntax

struct Factory2Facts {
  /// The classes of the program that are containers.
  var containers: Set<String> = []
  /// The scopes that are named in `.scope(…)`, by file.
  var usedScopes: [String: Set<String>] = [:]
  /// Scopes that no file declares, with the module that uses them.
  var undeclaredScopes: [(module: String, name: String)] = []

  init(_ program: Program, _ files: [ParsedFile]) {
    for (name, facts) in program.types.types where facts.isClass {
      let bases = ["SharedContainer", "ManagedContainer"]
      if facts.inherited.contains(where: bases.contains) { containers.insert(name) }
    }
    let declared = program.types["Scope"]?.members ?? [:]
    for file in files {
      let finder = ScopeFinder(viewMode: .sourceAccurate)
      finder.walk(file.tree)
      usedScopes[file.path] = finder.names
      for name in finder.names.sorted()
      where name == "session" && declared[name] == nil
        && !undeclaredScopes.contains(where: { $0 == (file.module, name) })
      {
        undeclaredScopes.append((file.module, name))
      }
    }
  }

  func isContainer(_ name: String) -> Bool {
    ["Container", "SharedContainer", "ManagedContainer"].contains(name)
      || containers.contains(name)
  }

  func isContainerMember(_ node: some SyntaxProtocol) -> Bool {
    node.containerMember(isContainer).map { $0.member.id == Syntax(node).id } ?? false
  }
}

private final class ScopeFinder: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "scope",
      let argument = node.arguments.first?.expression.as(MemberAccessExprSyntax.self),
      argument.base == nil
    else { return .visitChildren }
    names.insert(argument.declName.baseName.text)
    return .visitChildren
  }
}
