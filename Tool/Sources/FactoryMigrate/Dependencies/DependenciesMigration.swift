// Factory, MIT licence; see LICENSE
//
// From swift-dependencies: keys and values become properties of containers.
import SwiftSyntax

enum DependenciesMigration {
  static func run(_ program: Program) {
    let all = program.files(importing: Migration.Source.dependencies.modules)
    UnknownFrameworks.refuse(program, all)
    let files = all.filter { $0.refusal == nil }
    let facts = DependencyFacts(program, files)
    let builtIn = BuiltInDependencies(facts, program, files)
    let instances = DependentInstances(program, files)
    for file in files {
      let rewriter = DependenciesRewriter(file, facts, builtIn, instances)
      rewriter.walk(file.tree)
      file.replaceImports(
        of: Migration.Source.dependencies.modules,
        with: rewriter.usesTraits ? "FactoryTesting" : "FactoryKit")
    }
    builtIn.declare()
    for file in files { ReexportedModules.importUsed(in: file) }
  }
}

/// Visits the uses of swift-dependencies; the extensions rewrite them.
final class DependenciesRewriter: SyntaxVisitor {
  let file: ParsedFile
  let facts: DependencyFacts
  let builtIn: BuiltInDependencies
  let instances: DependentInstances
  var usesTraits = false
  /// The names of properties with a date or the like, which are functions now.
  var generators: Set<String> = []
  /// The names of generators that are removed with what surrounds them.
  var rewritten: Set<SyntaxIdentifier> = []

  init(
    _ file: ParsedFile, _ facts: DependencyFacts, _ builtIn: BuiltInDependencies,
    _ instances: DependentInstances
  ) {
    self.file = file
    self.facts = facts
    self.builtIn = builtIn
    self.instances = instances
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.extendsDependencyValues {
      rewriteValues(node)
      return .skipChildren
    }
    return rewriteKey(node)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    noteClient(node)
    return rewriteKey(node)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { rewriteKey(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { rewriteKey(node) }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    rewriteWrapper(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteCall(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // `date.now` of a property that is a function now.
    if node.declName.baseName.text == "now", let path = node.base?.path, let last = path.last,
      generators.contains(last), path.count == 1 || path == ["self", last], let base = node.base
    {
      file.replace(base.span.upperBound..<node.span.upperBound, with: "()")
      return .skipChildren
    }
    if rewriteTrait(node) { return .skipChildren }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "DependencyValues" { noteValues(node) }
    if let type = BuiltInDependencies.type(ofGenerator: node.baseName.text),
      !rewritten.contains(node.id)
    {
      noteGenerator(node, type)
    }
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "DependencyValues" { noteValues(node) }
    if node.name.text == "_DependenciesTrait" {
      file.note(node, "this is `ContainerTrait<Container>` now: return `.container(.strict) { … }`")
    }
    if ["DependencyKey", "TestDependencyKey"].contains(node.name.text),
      node.parent?.is(InheritedTypeSyntax.self) != true
        || node.ancestor(ProtocolDeclSyntax.self) != nil
    {
      file.note(
        node, "`\(node.name.text)` has no counterpart: a factory has no key, it is a property")
    }
    if let type = BuiltInDependencies.type(ofGenerator: node.name.text) {
      if node.parent?.is(TypeAnnotationSyntax.self) == true {
        file.replace(node, with: type)
      } else {
        noteGenerator(node, type)
      }
    }
    return .visitChildren
  }

  private func noteGenerator(_ node: some SyntaxProtocol, _ type: String) {
    file.note(node, "this is a function now: `\(type)`")
  }

  private func noteValues(_ node: some SyntaxProtocol) {
    file.note(node, "`DependencyValues` is `Container` now: read `Container.shared.…()`")
  }
}
