// Factory, MIT licence; see LICENSE
//
// Which code runs on the main actor.
import SwiftSyntax

extension SyntaxProtocol {
  /// Whether an attribute around the node isolates it to the main actor.
  var isOnMainActor: Bool {
    for ancestor in ancestors {
      if ancestor.as(ClosureExprSyntax.self)?.hasAttribute("MainActor") == true { return true }
      let declaration = ancestor.asProtocol((any SyntaxProtocol).self)
      if (declaration as? any WithAttributesSyntax)?.attribute("MainActor") != nil { return true }
      if (declaration as? any WithModifiersSyntax)?.modifier(.nonisolated) != nil { return false }
    }
    return false
  }

  /// The same, also for members of types that SwiftUI and UIKit isolate.
  var isOnMainActorOrInView: Bool {
    isOnMainActor
      || ancestors.contains { ancestor in
        let group = ancestor.asProtocol((any DeclGroupSyntax).self)
        return group?.inheritanceClause?.inheritedTypes.contains {
          TypeFacts.mainActorTypes.contains($0.type.trimmedDescription)
        } == true
      }
  }
}

extension TypeFacts {
  /// Those that SwiftUI, UIKit and AppKit isolate, and everything that inherits from them.
  static let mainActorTypes: Set<String> = [
    "App", "NSApplicationDelegate", "NSView", "NSViewController", "NSWindow", "NSWindowController",
    "Scene", "UIApplicationDelegate", "UINavigationController", "UIResponder",
    "UITabBarController", "UITableViewController", "UIView", "UIViewController", "UIWindow",
    "UIWindowSceneDelegate", "View", "ViewModifier",
  ]
}

extension ExprSyntax {
  /// Whether a registration with this closure runs it on the main actor: the closure says so, or the
  /// code around it is isolated, and something in the closure needs it.
  func isRegisteredOnMainActor(_ types: TypeTable) -> Bool {
    if self.as(ClosureExprSyntax.self)?.hasAttribute("MainActor") == true { return true }
    return isOnMainActor
      && nodes(DeclReferenceExprSyntax.self).contains { types.isMainActor($0.baseName.plain) }
  }
}

extension ClosureExprSyntax {
  /// Whether the closure says `@Sendable` or the like before its parameters.
  func hasAttribute(_ name: String) -> Bool {
    signature?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name
    } == true
  }
}
