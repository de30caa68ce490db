// Factory, MIT licence; see LICENSE
//
// Overrides that change a member of a dependency. They start from the value that is there.
import SwiftSyntax

extension ParsedFile {
  /// The names of the dependencies of which a member is assigned: `$0.x.y = …`, or
  /// `.dependency(\.x.y, …)`.
  var changedDependencies: [String] {
    let assigned = tree.nodes(SequenceExprSyntax.self).compactMap { sequence -> String? in
      guard let path = sequence.assignment?.target.path, path.count > 2,
        path[0].hasPrefix("$") || sequence.isWithin(closureWith: path[0])
      else { return nil }
      return path[1]
    }
    let named = tree.nodes(FunctionCallExprSyntax.self).compactMap { call -> String? in
      guard call.calledExpression.memberName == "dependency",
        let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self)?.components,
        path.count > 1
      else { return nil }
      return path.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plain
    }
    return assigned + named
  }
}

extension SequenceExprSyntax {
  fileprivate func isWithin(closureWith parameter: String) -> Bool {
    ancestors.contains {
      $0.as(ClosureExprSyntax.self)?.parameterNames.contains(parameter) == true
        || $0.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters.contains {
          ($0.secondName ?? $0.firstName).plain == parameter
        } == true
    }
  }
}
