// Factory, MIT licence; see LICENSE
//
// From Resolver: registrations become properties of containers.
import SwiftSyntax

struct ResolverMigration {
  let program: Program
  let files: [ParsedFile]
  let facts: ResolverFacts

  init(_ program: Program) {
    self.program = program
    files = program.files(importing: ["Resolver"])
    facts = ResolverFacts(program, files)
  }

  func run() {
    // First the uses, because they may need declarations next to those of other factories.
    for file in files { OptionalWrapperFinder(file, facts.registry).walk(file.tree) }
    let rewriters = files.map { ResolverRewriter($0, program, facts) }
    for rewriter in rewriters { rewriter.walk(rewriter.file.tree) }
    for rewriter in rewriters { ResolverFunctions(rewriter).run() }
    PropertyWriter.declareMissing(facts.registry)
    for file in files { file.replaceImport(of: "Resolver", with: "FactoryKit") }
  }
}

/// Looks for `@OptionalInjected var x: X?`, which needs a factory of an optional.
private final class OptionalWrapperFinder: SyntaxVisitor {
  let file: ParsedFile
  let registry: Registry

  init(_ file: ParsedFile, _ registry: Registry) {
    self.file = file
    self.registry = registry
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let attribute = node.attribute("OptionalInjected"),
      let type = node.bindings.first?.typeAnnotation?.type.trimmedDescription
    else { return .visitChildren }
    var name: String? = ""
    if case .argumentList(let arguments)? = attribute.arguments {
      name = arguments.registrationName()
    }
    guard let name else { return .visitChildren }
    let key = RegistrationKey(TypeSpelling.withoutOptional(type), name)
    if registry[RegistrationKey(type, name)] == nil {
      _ = registry.optionalFactory(key, for: file)
    }
    return .visitChildren
  }
}

/// Visits the uses of Resolver; the extensions rewrite them.
final class ResolverRewriter: SyntaxVisitor {
  let file: ParsedFile
  let program: Program
  let facts: ResolverFacts
  private(set) var contextual: ContextualType
  /// Registrations that are moved out of functions into an extension, after a top-level item.
  var hoisted: [CodeBlockItemSyntax] = []

  init(_ file: ParsedFile, _ program: Program, _ facts: ResolverFacts) {
    self.file = file
    self.program = program
    self.facts = facts
    contextual = ContextualType(types: program.types)
    super.init(viewMode: .sourceAccurate)
    contextual.variable = { [unowned self] name, node in
      guard let (registration, _) = registration(around: node),
        registration.properties?.parameterNames.last == name
      else { return nil }
      return registration.type
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if rewriteResolution(node) || rewriteOperation(node) { return .skipChildren }
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
    if node.baseName.text == "Resolver",
      node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id
    {
      noteResolver(node)
    } else if facts.statics.contains(node.baseName.plain), usesStatic(node) {
      file.insert("Self.", before: node)
    } else if let (registration, _) = registration(around: node),
      registration.resolver == node.baseName.plain, registration.resolver != "_",
      node.ancestors.contains(where: { $0.id == Syntax(registration.body).id })
    {
      file.note(node, "a factory's closure has no resolver: use `self`, the container")
    }
    return .skipChildren
  }

  /// Whether a name means a static member of `extension Resolver`, in a function or closure that
  /// belongs to the instance now.
  private func usesStatic(_ node: DeclReferenceExprSyntax) -> Bool {
    guard node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id,
      let function = node.ancestor(FunctionDeclSyntax.self), function.isInResolver,
      facts.functions[function.name.plain] != nil
    else { return false }
    return !node.isShadowed(node.baseName.plain)
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
