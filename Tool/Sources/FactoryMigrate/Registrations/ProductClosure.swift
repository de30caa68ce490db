// Factory, MIT licence; see LICENSE
//
// A closure that gets the resolver and the product of a registration: `{ r, page in page.a = 1 }` or
// `{ $1.a = 1 }`.
import SwiftSyntax

struct ProductClosure {
  let closure: ClosureExprSyntax

  /// The name of the resolver within the closure, such as `$0`.
  var resolver: String? {
    usesShorthand ? "$0" : closure.parameterNames.first
  }

  /// The name of the product within the closure, such as `$1`.
  var product: String? {
    if usesShorthand { return "$1" }
    let names = closure.parameterNames
    return names.count > 1 ? names[1] : nil
  }

  /// The name that the product gets where the closure's statements are moved.
  var newName: String {
    guard let product, product != "$1", product != "_" else { return "instance" }
    return product
  }

  /// Whether the statements have the same meaning in a closure that gets the product.
  var canGetProduct: Bool {
    guard let product else { return false }
    let names = closure.parameterNames
    if names.count > 2 && names[2] != "_" || closure.uses(argument: "$2") { return false }
    let tokens = closure.statements.tokens(viewMode: .sourceAccurate)
    return product == newName || !tokens.contains { $0.text == newName }
  }

  /// Whether the statements have the same meaning in a closure that makes and returns the product.
  var canReturnProduct: Bool {
    canGetProduct && closure.signature?.capture == nil
      && closure.statements.nodes(ReturnStmtSyntax.self, skipping: Self.isFunction).isEmpty
  }

  /// Replaces `$1` by the new name.
  func rename(in file: ParsedFile) {
    guard usesShorthand else { return }
    for name in closure.statements.names(skipping: Self.isFunction) where name.baseName.text == "$1"
    {
      file.replace(name, with: newName)
    }
  }

  private var usesShorthand: Bool { closure.signature?.parameterClause == nil }

  /// Whether statements in the node return from it, and have its parameters.
  private static func isFunction(_ node: Syntax) -> Bool {
    node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self)
  }
}
