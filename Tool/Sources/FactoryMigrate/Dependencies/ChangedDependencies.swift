// Factory, MIT licence; see LICENSE
//
// Overrides of dependencies, as assignments to members of the values that a closure gets.
import SwiftSyntax

extension ParsedFile {
  /// The names of the dependencies of which a member is assigned: `$0.x.y = …`, or
  /// `.dependency(\.x.y, …)`. Such an override starts from the value that is there.
  var changedDependencies: [String] {
    let assigned = tree.nodes(SequenceExprSyntax.self).compactMap { sequence -> String? in
      guard let path = sequence.overriddenDependency, path.count > 1 else { return nil }
      return path[0]
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
  /// `x.y` of `$0.x.y = …`, if `$0` is the dependency values that a closure or function changes.
  var overriddenDependency: [String]? {
    guard let path = assignment?.target.path, path.count > 1 else { return nil }
    for ancestor in ancestors {
      if let closure = ancestor.as(ClosureExprSyntax.self),
        path[0] == "$0" || closure.parameterNames.contains(path[0])
      {
        return closure.changesDependencies ? Array(path.dropFirst()) : nil
      }
      let parameters = ancestor.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      if let parameter = parameters?.first(where: {
        ($0.secondName ?? $0.firstName).plain == path[0]
      }) {
        return parameter.type.isDependencyValues ? Array(path.dropFirst()) : nil
      }
    }
    return nil
  }
}

extension ClosureExprSyntax {
  /// Whether it gets dependency values to change them: from a function of swift-dependencies, from a
  /// store of ComposableArchitecture, or because it says so.
  fileprivate var changesDependencies: Bool {
    if case .parameterClause(let clause)? = signature?.parameterClause,
      clause.parameters.contains(where: { $0.type?.isDependencyValues == true })
    {
      return true
    }
    let argument = parent?.as(LabeledExprSyntax.self)
    if let label = argument?.label ?? parent?.as(MultipleTrailingClosureElementSyntax.self)?.label {
      return label.text == "withDependencies"
    }
    let call = (argument?.parent?.parent ?? parent)?.as(FunctionCallExprSyntax.self)
    let functions = [
      "dependencies", "prepareDependencies", "transformDependency", "withDependencies",
    ]
    return (call?.calledExpression.lastName).map(functions.contains) == true
  }
}

extension TypeSyntax {
  fileprivate var isDependencyValues: Bool {
    trimmedDescription.hasSuffix("DependencyValues")
  }
}
