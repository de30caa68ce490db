// Factory, MIT licence; see LICENSE
//
// Turns a registration that replaces another one into `container.x.register { … }`.
import SwiftSyntax

struct OverrideWriter {
  let file: ParsedFile
  let registry: Registry

  /// What a registration says besides its type and its closure.
  struct Details {
    /// Whether the scope is written, and its modifier.
    var hasScope: Bool
    var scopeModifier: String
    /// The names of the factories of other types under which it is registered.
    var others: [String]
  }

  /// - Parameter chain: the whole expression.
  func write(
    _ factory: RegisteredFactory, on instance: String, replacing chain: FunctionCallExprSyntax,
    body: ExprSyntax, _ details: Details
  ) {
    if !details.others.isEmpty {
      file.note(chain, "register `\(details.others.joined(separator: "`, `"))` too")
    }
    let writer = PropertyWriter(file: file, registry: registry)
    let line = file.lineBreak + file.indentation(at: chain.span.lowerBound)
    let comments = writer.comments(in: chain, outside: body.span).map { $0 + line }.joined()
    let closure = body.as(ClosureExprSyntax.self)
    if closure?.hasAttribute("MainActor") == true, !factory.isMainActor, !chain.isOnMainActor {
      file.note(
        chain,
        "this closure runs on the main actor, and `\(factory.name)` does not: declare it as a "
          + "`MainActorFactory`")
    }
    let head = "\(instance).\(factory.name).register"
    file.edits.replace(
      chain.span,
      with: [
        .text(comments + head + (closure == nil ? "(factory: " : " ")), .source(body.span),
        .text((closure == nil ? ")" : "") + scope(of: factory, chain, details)),
      ])
    if let closure { writer.removeCast(closure) }
    file.count("registrations that replace others")
  }

  /// The scope of a declaration takes precedence over one that is set later. Instances of `graph`
  /// do not live longer than those without a scope, so that difference is not worth a note.
  private func scope(
    of factory: RegisteredFactory, _ chain: FunctionCallExprSyntax, _ details: Details
  ) -> String {
    guard details.scopeModifier != factory.scopeModifier else { return "" }
    if factory.scopeModifier.isEmpty { return details.scopeModifier }
    let isSimilar = details.scopeModifier.isEmpty && factory.scopeModifier == ".graph"
    if details.hasScope, !isSimilar {
      file.note(
        chain,
        "the scope of the declaration applies, which is `\(factory.scopeModifier)`: remove it "
          + "there, and write the scope after each `register`")
    }
    return ""
  }
}
