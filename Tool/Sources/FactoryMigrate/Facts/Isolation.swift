// Factory, MIT licence; see LICENSE
//
// Which code runs on the main actor.
import SwiftSyntax

extension SyntaxProtocol {
  /// Whether an attribute around the node isolates it to the main actor, or the body of a preview does.
  var isOnMainActor: Bool {
    for ancestor in ancestors {
      if ancestor.isPreview { return true }
      if ancestor.as(ClosureExprSyntax.self)?.hasAttribute("MainActor") == true { return true }
      let declaration = ancestor.asProtocol((any SyntaxProtocol).self)
      if (declaration as? any WithAttributesSyntax)?.attribute("MainActor") != nil { return true }
      if (declaration as? any WithModifiersSyntax)?.modifier(.nonisolated) != nil { return false }
    }
    return false
  }

  /// `#Preview { … }`.
  private var isPreview: Bool {
    self.as(MacroExpansionExprSyntax.self)?.macroName.text == "Preview"
      || self.as(MacroExpansionDeclSyntax.self)?.macroName.text == "Preview"
  }

  /// Whether `await` is allowed in the function or task around the node, or it is not in a function.
  var canWait: Bool {
    for ancestor in ancestors {
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        return function.signature.effectSpecifiers?.asyncSpecifier != nil
      }
      if let initializer = ancestor.as(InitializerDeclSyntax.self) {
        return initializer.signature.effectSpecifiers?.asyncSpecifier != nil
      }
      if let accessor = ancestor.as(AccessorDeclSyntax.self) {
        return accessor.effectSpecifiers?.asyncSpecifier != nil
      }
      if let closure = ancestor.as(ClosureExprSyntax.self), closure.isAsynchronous { return true }
      // A stored property, a computed one, or the argument of a trait.
      if ancestor.is(MemberBlockItemSyntax.self) || ancestor.is(AttributeSyntax.self) {
        return false
      }
    }
    return true
  }

  /// The same, also for members of types that SwiftUI and UIKit isolate.
  var isOnMainActorOrInView: Bool {
    isOnMainActor
      || ancestors.contains { ancestor in
        let group = ancestor.asProtocol((any DeclGroupSyntax).self)
        return group?.inheritanceClause?.inheritedTypes.contains {
          Types.mainActorTypes.contains($0.type.trimmedDescription)
        } == true
      }
  }
}

extension ExprSyntax {
  /// Whether a registration with this closure runs it on the main actor: the closure says so, or the
  /// code around it is isolated, and something in the closure needs it.
  func isRegisteredOnMainActor(_ types: Types) -> Bool {
    if self.as(ClosureExprSyntax.self)?.hasAttribute("MainActor") == true { return true }
    return isOnMainActor
      && nodes(DeclReferenceExprSyntax.self).contains { types.isMainActor($0.baseName.plain) }
  }
}

extension ClosureExprSyntax {
  /// Whether it is written as `async`, or is the operation of a task.
  fileprivate var isAsynchronous: Bool {
    if signature?.effectSpecifiers?.asyncSpecifier != nil { return true }
    let path = parent?.as(FunctionCallExprSyntax.self)?.calledExpression.path
    return path == ["Task"] || path == ["Task", "detached"]
  }

  /// Whether the closure says `@Sendable` or the like before its parameters.
  func hasAttribute(_ name: String) -> Bool {
    signature?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name
    } == true
  }
}
