// Factory, MIT licence; see LICENSE
//
// Marks operations whose instances outlive them.
import SwiftSyntax

extension DependenciesRewriter {
  func noteEscaping(_ node: FunctionCallExprSyntax, _ operation: ClosureExprSyntax) {
    // What nobody uses does not outlive the operation.
    let isUsed = node.parent?.is(CodeBlockItemSyntax.self) != true || node.isOnlyResult
    let returned = isUsed ? instances.returned(by: operation, in: file) : nil
    guard let name = instances.stored(by: operation, in: file) ?? returned else { return }
    file.note(
      node,
      "`\(name)` resolves its dependencies when it reads them, from the container of that moment: "
        + "use it within the operation")
  }
}
