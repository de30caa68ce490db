// Factory, MIT licence; see LICENSE
//
// From Factory 2.x: the forms that 3.0 replaces.
import FactoryGraph
import SwiftSyntax

enum Factory2Migration {
  static func run(_ program: Program, _ sources: [SourceFile]) {
    let files = program.files(importing: ["Factory", "FactoryKit", "FactoryTesting"])
    let facts = Factory2Facts(program, files)
    var isolated: [SyntaxIdentifier: (place: Location, actor: String)] = [:]
    for file in files {
      let rewriter = Factory2Rewriter(file, facts)
      rewriter.walk(file.tree)
      isolated.merge(rewriter.isolated) { first, _ in first }
      file.replaceImports(of: ["Factory"], with: "FactoryKit")
    }
    for (module, name) in facts.undeclaredScopes { declareScope(name, in: module, files, facts) }
    if isolated.isEmpty { return }
    let analysed = FactoryGraph.Program(
      files: sources, modules: program.modules, libraryVersion: 2)
    IsolatedUses(properties: isolated).note(in: program, analysed)
  }

  /// `.scope(.session)` compiles in 2.x programs that have copied it from its documentation only
  /// with a declaration of their own or the deprecated one.
  private static func declareScope(
    _ name: String, in module: ModuleIndex, _ files: [ParsedFile], _ facts: Factory2Facts
  ) {
    guard
      let file = files.first(where: {
        $0.module == module && facts.usedScopes[$0.path]?.contains(name) == true
      }),
      let item = file.tree.statements.first(where: { !$0.item.is(ImportDeclSyntax.self) })
    else { return }
    let line = file.lineBreak
    let text =
      "extension \(Library.scope) {\(line)\(file.indentationUnit)static let \(name) = Cached()\(line)}"
      + line + line
    // Before the comments that belong to the first declaration.
    let start = file.lines(of: item, comments: true).lowerBound
    file.edits.insert(text, at: start, side: .after)
    file.count("scopes")
  }
}

/// Visits the syntax that 2.x gives another meaning; the extensions rewrite it.
final class Factory2Rewriter: SyntaxVisitor {
  let file: ParsedFile
  let facts: Factory2Facts
  /// The properties of the factories that were isolated only by their closures, with their actors.
  var isolated: [SyntaxIdentifier: (place: Location, actor: String)] = [:]

  init(_ file: ParsedFile, _ facts: Factory2Facts) {
    self.file = file
    self.facts = facts
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if facts.containers.contains(node.name.plain) { rewriteContainer(node) }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.extendedType.trimmedDescription == "Container" else { return .visitChildren }
    for inherited in node.inheritanceClause?.inheritedTypes ?? []
    where ["AutoRegistering", "Resolving"].contains(inherited.type.trimmedDescription) {
      file.insert("@retroactive ", before: inherited.type)
      file.count("conformances")
    }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription,
      type == "Scope"
    {
      rewriteScopeDeclaration(node)
    } else if facts.isContainerMember(node) {
      rewriteStoredFactory(node)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteConstruction(node)
    rewriteMainActor(node)
    rewriteResolve(node)
    rewriteCustomScope(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteTrace(node)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteAssignment(node) ? .skipChildren : .visitChildren
  }
}
