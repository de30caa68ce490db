// Factory, MIT licence; see LICENSE
//
// Rewrites the declarations of 2.x: containers, scopes and factories.
import SwiftSyntax

extension Factory2Rewriter {
  /// `static var shared = C()` becomes task-local, as tests in parallel need it.
  func rewriteContainer(_ node: ClassDeclSyntax) {
    // A generic class cannot store `shared`, so it says in another way what that is.
    guard node.genericParameterClause == nil else { return }
    if node.modifier(.final) == nil, node.modifier(.open) == nil {
      file.insert("final ", before: node.classKeyword)
      file.count("containers")
    }
    for item in node.memberBlock.members {
      guard let variable = item.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first, binding.initializer != nil
      else { continue }
      switch binding.pattern.trimmedDescription {
      case "shared" where variable.modifier(.static) != nil:
        if variable.attribute("TaskLocal") == nil {
          let first: any SyntaxProtocol =
            variable.attributes.first.map(Syntax.init) ?? variable.modifiers.first.map(
              Syntax.init)
            ?? Syntax(variable.bindingSpecifier)
          file.insert("@TaskLocal ", before: Syntax(first))
          file.count("containers")
        }
        if variable.bindingSpecifier.text == "let" {
          file.replace(variable.bindingSpecifier, with: "var")
        }
      case "manager" where variable.bindingSpecifier.text == "var":
        file.replace(variable.bindingSpecifier, with: "let")
      default: break
      }
    }
  }

  func rewriteScopeDeclaration(_ node: VariableDeclSyntax) {
    guard node.modifier(.static) != nil, node.bindingSpecifier.text == "var",
      node.bindings.first?.initializer != nil
    else { return }
    file.replace(node.bindingSpecifier, with: "let")
    file.count("scopes")
  }

  /// `lazy var x: Factory<X> = self { … }` becomes a computed property: a factory that the
  /// container stores would keep the container alive.
  func rewriteStoredFactory(_ node: VariableDeclSyntax) {
    guard let binding = node.bindings.first, node.bindings.count == 1,
      let value = binding.initializer, let call = Self.root(value.value),
      let root = Self.construction(in: call)
    else { return }
    guard binding.typeAnnotation != nil || root.specialised != nil else {
      return file.note(
        node,
        "a container must not store a factory: write `var \(binding.pattern.trimmedDescription): "
          + "Factory<…> { self { … } }`")
    }
    for modifier in node.modifiers where modifier.name.text == "lazy" || modifier.detail != nil {
      file.remove(modifier)
    }
    if node.bindingSpecifier.text == "let" { file.replace(node.bindingSpecifier, with: "var") }
    let head = (binding.typeAnnotation?.span ?? binding.pattern.span).upperBound
    var type = ""
    if binding.typeAnnotation == nil, let specialised = root.specialised {
      type = ": " + specialised.trimmedDescription
    }
    if file.isMultiline(value.value.span) {
      let outer = file.indentation(at: node.span.lowerBound)
      let inner = file.lineBreak + outer + file.indentationUnit
      file.replace(head..<value.value.span.lowerBound, with: "\(type) {\(inner)")
      file.indent(value.value.span)
      file.edits.insert(
        "\(file.lineBreak)\(outer)}", at: value.value.span.upperBound, side: .before)
    } else {
      file.replace(head..<value.value.span.lowerBound, with: "\(type) { ")
      file.edits.insert(" }", at: value.value.span.upperBound, side: .before)
    }
    file.count("stored factories")
  }

  /// The call that an expression is, or to whose value its members belong.
  private static func root(_ expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let call = expression.as(FunctionCallExprSyntax.self) { return call }
    return expression.as(MemberAccessExprSyntax.self)?.base.flatMap(root)
  }
}
