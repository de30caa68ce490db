// Factory, MIT licence; see LICENSE
//
// From Resolver: registrations become properties of containers.
import SwiftSyntax

enum ResolverMigration {
  static func run(_ program: Program) {
    let files = program.files(importing: ["Resolver"])
    let facts = ResolverFacts(program, files)
    let rewriters = files.map { ResolverRewriter($0, facts) }
    for rewriter in rewriters { rewriter.walk(rewriter.file.tree) }
    for rewriter in rewriters { ResolverFunctions(rewriter: rewriter).run() }
    PropertyWriter.declareMissing(facts.registry)
    for file in files { file.replaceImports(of: ["Resolver"], with: "FactoryKit") }
  }
}

extension AttributeSyntax {
  /// The name in `@Injected(name: "a")`; nil if it cannot be read.
  var registrationName: String? {
    guard case .argumentList(let arguments)? = arguments else { return "" }
    return arguments.registrationName()
  }
}

/// Visits the uses of Resolver; the extensions rewrite them.
final class ResolverRewriter: RegistrationRewriter {
  let facts: ResolverFacts
  let contextual: ContextualType

  init(_ file: ParsedFile, _ facts: ResolverFacts) {
    self.facts = facts
    contextual = ContextualType(file: file)
    super.init(file, facts)
  }

  // MARK: Registrations that replace others

  /// Of all types under which the product is registered, those that have a factory.
  override func replaced(by registration: Registration) -> [RegisteredFactory] {
    let known = registration.keys.compactMap { registry[$0] }
    return known.isEmpty ? super.replaced(by: registration) : known
  }

  // MARK: Visits

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if rewriteResolution(node) || rewriteRegistration(node) || rewriteOperation(node) {
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    rewriteWrapper(node)
    rewriteScope(node)
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    rewriteExtension(node)
  }

  override func visit(_ node: InheritanceClauseSyntax) -> SyntaxVisitorContinueKind {
    removeResolving(node)
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let scope = node.assignedDefaultScope {
      if facts.isDefault(scope.name) {
        file.removeLines(node)
        file.count("default scopes")
      } else {
        file.note(
          node, "another scope is the default elsewhere: give the factories of this one their scope"
        )
      }
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "Resolver" && !node.isMemberName || isOwnResolver(node) {
      noteResolver(node)
    } else if facts.statics.contains(node.baseName.plain), usesStatic(node) {
      file.insert("Self.", before: node)
    } else if let (registration, _) = facts.around(node),
      registration.resolver == node.baseName.plain, registration.resolver != "_",
      node.ancestors.contains(where: { $0.id == Syntax(registration.body).id })
    {
      file.note(node, "a factory's closure has no resolver: use `self`, the container")
    }
    return .skipChildren
  }

  /// Whether a name is the property that `Resolving` gives a type, or one of `Resolver` in an extension
  /// of it.
  private func isOwnResolver(_ node: DeclReferenceExprSyntax) -> Bool {
    let name = node.baseName.plain
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    guard !node.isMemberName || access?.base?.name == "self", file.local(name, at: node) == nil
    else { return false }
    if node.isInResolver {
      return ["main", "root"].contains(name) && !facts.statics.contains(name)
    }
    let types = node.enclosingTypes
    return name == "resolver" && !facts.resolving.isDisjoint(with: types.map(\.lastPart))
      && !types.contains { file.types.member(name, of: $0) != nil }
  }

  /// Whether a name means a static member of `extension Resolver`, in a function or closure that
  /// belongs to the instance now.
  private func usesStatic(_ node: DeclReferenceExprSyntax) -> Bool {
    guard !node.isMemberName, let function = node.ancestor(FunctionDeclSyntax.self),
      function.isInResolver,
      facts.functions[function.name.plain] != nil
    else { return false }
    return file.local(node.baseName.plain, at: node) == nil
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "Resolver", node.parent?.is(ExtensionDeclSyntax.self) != true {
      noteResolver(node)
    }
    return .visitChildren
  }

  private func noteResolver(_ node: some SyntaxProtocol) {
    file.note(
      node,
      "there is no object that resolves by type: use a property of `Container.shared`, or pass a "
        + "`Container`")
  }
}
