// Factory, MIT licence; see LICENSE
//
// The type of a closure's parameter, from the initialiser to which it is passed on.
import SwiftSyntax

/// Looks for `T(label: name)`, and finds the type of the parameter.
final class ArgumentFinder: SyntaxVisitor {
  let name: String
  let types: TypeTable
  var type: String?

  init(_ name: String, _ types: TypeTable) {
    self.name = name
    self.types = types
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let arguments = Array(node.arguments)
    if type == nil, let index = arguments.firstIndex(where: { $0.expression.name == name }),
      let made = Inference.literalOrConstruction(ExprSyntax(node)),
      let types = types.initializer(of: made, labels: arguments.map { $0.label?.plain })
    {
      type = types[index].isEmpty ? nil : types[index]
    }
    return .visitChildren
  }
}
