// Factory, MIT licence; see LICENSE
//
// Turns a registration that replaces another one into `container.x.register { … }`.
import SwiftSyntax

struct OverrideWriter {
  let file: ParsedFile
  let registry: Registry

  /// - Parameters:
  ///   - container: the expression before the factory's name.
  ///   - others: the names of the factories of other types under which it is registered.
  func write(
    _ factory: RegisteredFactory, _ registration: Registration, on container: String,
    scopeModifier: String, others: [String]
  ) {
    let chain = registration.expression
    if !others.isEmpty {
      file.note(chain, "register `\(others.joined(separator: "`, `"))` too")
    }
    let writer = PropertyWriter(file: file, registry: registry)
    let line = file.lineBreak + file.indentation(at: chain.span.lowerBound)
    let comments = writer.comments(in: registration).map { $0 + line }.joined()
    let closure = registration.closure
    if closure?.hasAttribute("MainActor") == true, !factory.isMainActor, !chain.isOnMainActor {
      file.note(
        chain,
        "this closure runs on the main actor, and `\(factory.name)` does not: declare it as a "
          + "`MainActorFactory`")
    }
    let head = "\(container).\(factory.name).register" + (closure == nil ? "(factory: " : " ")
    let scope = scope(of: factory, registration, scopeModifier)
    file.edits.replace(
      chain.span,
      with: [
        .text(comments + head), .source(registration.body.span),
        .text((closure == nil ? ")" : "") + scope),
      ])
    if let closure { file.removeCast(in: closure) }
    file.count("registrations that replace others")
  }

  /// The scope of a declaration takes precedence over one that is set later. Instances of `graph`
  /// do not live longer than those without a scope, so that difference is not worth a note. Nor is
  /// how long an instance for tests lives: each registration makes a new one.
  private func scope(
    of factory: RegisteredFactory, _ registration: Registration, _ modifier: String
  ) -> String {
    guard modifier != factory.scopeModifier else { return "" }
    if factory.scopeModifier.isEmpty { return modifier }
    let isSimilar = modifier.isEmpty && factory.scopeModifier == ".graph"
    let isForTests =
      registration.scopeModifier == nil && (file.isTest || registration.makesStandIn)
    if !isSimilar, !isForTests {
      file.note(
        registration.expression,
        "the scope of the declaration applies, which is `\(factory.scopeModifier)`: remove it "
          + "there, and write the scope after each `register`")
    }
    return ""
  }
}

extension Registration {
  /// Whether it makes something like `MockClock()`.
  fileprivate var makesStandIn: Bool {
    let words = ["Mock", "Fake", "Stub", "Spy", "Dummy"]
    return body.names().contains { name in words.contains { name.baseName.text.hasPrefix($0) } }
  }
}
