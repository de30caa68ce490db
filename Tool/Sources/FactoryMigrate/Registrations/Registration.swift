// Factory, MIT licence; see LICENSE
//
// A registration of Resolver or Swinject: a call with a closure, and calls that follow it.
import SwiftSyntax

struct Registration {
  let file: ParsedFile
  let chain: CallChain
  /// The closure, or another expression for a function.
  let body: ExprSyntax
  /// The product's type, as the program writes it.
  var type = ""
  let name: String
  /// Whether the closure may return nil: its product is registered as what is in the optional.
  var isOptional = false
  /// The other types under which the product is registered, with their names.
  var aliases: [(type: String, name: String)] = []
  /// The modifier of its scope, such as `.cached`. Nil for the default scope.
  var scopeModifier: String?
  /// The name of the closure's first parameter.
  let resolver: String?
  /// The names of the closure's other parameters.
  var arguments: [String] = []
  /// The parameters of its factory.
  var parameters: [(label: String?, type: String)] = []
  /// The call that sets properties after the construction, which a closure has to do now.
  var completion: String?
  /// What is not understood.
  var problem: String?
  /// What is not understood if it becomes a property. It may replace another one nevertheless.
  var declarationProblem: String?

  init(_ chain: CallChain, _ body: ExprSyntax, in file: ParsedFile) {
    self.file = file
    self.chain = chain
    self.body = body
    let written = chain.first.call.registrationName()
    name = written ?? ""
    if written == nil { problem = "the name cannot be read" }
    let closure = body.as(ClosureExprSyntax.self)
    resolver =
      closure?.parameterNames.first ?? (closure?.uses(argument: "$0") == true ? "$0" : nil)
  }

  var closure: ClosureExprSyntax? { body.as(ClosureExprSyntax.self) }

  /// The whole expression.
  var expression: FunctionCallExprSyntax { chain.expression }

  var key: RegistrationKey { RegistrationKey(type, name) }

  /// Its own key, and those of the other types.
  var keys: [RegistrationKey] { [key] + aliases.map { RegistrationKey($0.type, $0.name) } }

  var isInIfConfig: Bool {
    expression.ancestors
      .prefix { !$0.is(FunctionDeclSyntax.self) && !$0.is(ClosureExprSyntax.self) }
      .contains { $0.is(IfConfigDeclSyntax.self) }
  }

  /// What it is a statement of, also within `#if`: a function, closure or file. Nil if it is a part of
  /// a condition or of another expression.
  var statementParent: Syntax? {
    expression.ancestors.first { ancestor in
      let isTransparent =
        ancestor.is(CodeBlockItemSyntax.self) || ancestor.is(CodeBlockItemListSyntax.self)
        || ancestor.is(CodeBlockSyntax.self) || ancestor.is(IfConfigDeclSyntax.self)
        || ancestor.is(IfConfigClauseSyntax.self) || ancestor.is(IfConfigClauseListSyntax.self)
      return !isTransparent
    }.flatMap { parent in
      let kinds: [SyntaxKind] = [.functionDecl, .initializerDecl, .closureExpr, .sourceFile]
      return kinds.contains(parent.kind) ? parent : nil
    }
  }
}
