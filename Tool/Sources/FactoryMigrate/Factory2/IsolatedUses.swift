// Factory, MIT licence; see LICENSE
//
// Marks the uses of factories whose closure alone was isolated before, where nothing isolates the use.
import FactoryGraph
import SwiftSyntax

struct IsolatedUses {
  /// The properties of the factories that are isolated now, with their actors.
  let properties: [SyntaxIdentifier: (place: Location, actor: String)]

  /// - Parameter analysed: the program before it was rewritten.
  func note(in program: Program, _ analysed: FactoryGraph.Program) {
    let actors = Dictionary(properties.values.map { ($0.place, $0.actor) }) { first, _ in first }
    for (declaration, use) in analysed.placesOfUses {
      // A file that several modules compile is one.
      guard
        let place = program.file(of: declaration).map({
          Location($0.indices[0], declaration.place)
        }), let actor = actors[place], let file = program.file(of: use),
        let name = program.token(at: declaration)?.plain, let token = program.token(at: use)
      else { continue }
      note(name, actor, at: token, in: file)
    }
  }

  private func note(_ name: String, _ actor: String, at token: TokenSyntax, in file: ParsedFile) {
    let attribute = token.ancestor(AttributeSyntax.self)
    let node = attribute.map { Syntax($0) } ?? Syntax(token)
    guard token.ancestor(AwaitExprSyntax.self) == nil, !isIsolated(node, to: actor),
      !isRegistration(token)
    else { return }
    guard actor == "MainActor" else {
      return file.note(
        node,
        "`\(name)` is isolated to `\(actor)` now: isolate what resolves it, or resolve it with "
          + "`await`")
    }
    guard !node.isOnMainActorOrInView,
      !node.enclosingTypes.contains(where: file.types.isMainActor)
    else { return }
    file.note(
      node, "`\(name)` is isolated now: isolate what resolves it, or make it a `MainActorFactory`")
  }

  /// Whether the use is in code that says so, or in a property or function that the migration isolates.
  private func isIsolated(_ node: Syntax, to actor: String) -> Bool {
    node.ancestors.contains { ancestor in
      if ancestor.as(ClosureExprSyntax.self)?.hasAttribute(actor) == true { return true }
      let declaration = ancestor.asProtocol((any SyntaxProtocol).self)
      if actor != "MainActor",
        (declaration as? any WithAttributesSyntax)?.attribute(actor) != nil
      {
        return true
      }
      return properties[ancestor.id]?.actor == actor
    }
  }

  /// A registration on the main actor, which has a mark of its own.
  private func isRegistration(_ token: TokenSyntax) -> Bool {
    // Also what precedes or follows it: `x.onTest { @MainActor in … }.scope(.cached)`.
    let isPart = { (node: Syntax) in
      node.is(MemberAccessExprSyntax.self) || node.is(DeclReferenceExprSyntax.self)
        || node.as(FunctionCallExprSyntax.self)?.calledExpression.span
          .contains(token.span.lowerBound) == true
    }
    let chain = Array(token.ancestors.prefix(while: isPart)).last
    return chain?.nodes(FunctionCallExprSyntax.self, skipping: { $0.is(ClosureExprSyntax.self) })
      .contains { $0.closure?.hasAttribute("MainActor") == true } == true
  }
}
