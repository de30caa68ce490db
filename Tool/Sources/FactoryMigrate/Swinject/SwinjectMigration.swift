// Factory, MIT licence; see LICENSE
//
// From Swinject: registrations and assemblies become extensions of `Container`.
import FactoryGraph
import SwiftSyntax

enum SwinjectMigration {
  static func run(_ program: Program) {
    let importing = program.files(importing: Migration.Source.swinject.modules)
    let others = others(program, importing)
    let files = importing + others
    let facts = SwinjectFacts(program, files)
    let rewriters = files.map { SwinjectRewriter($0, facts) }
    for rewriter in rewriters { rewriter.walk(rewriter.file.tree) }
    for rewriter in rewriters {
      SwinjectTypes(rewriter: rewriter).run()
      rewriter.hoist()
    }
    PropertyWriter.declareMissing(facts.registry)
    for file in others { file.addImport("FactoryKit") }
    for file in files {
      file.replaceImports(of: Migration.Source.swinject.modules, with: "FactoryKit")
    }
  }

  /// Files that use a container which another file declares, of their module or of one that this
  /// depends on, and do not import Swinject, themselves or through another module. They need no import.
  private static func others(_ program: Program, _ importing: [ParsedFile]) -> [ParsedFile] {
    var instances: [ModuleIndex: Set<String>] = [:]
    var functions: Set = ["resolve", "register"]
    for file in importing {
      let finder = SwinjectFinder(file)
      instances[file.module, default: []].formUnion(finder.instances)
      functions.formUnion(finder.functions.map(\.name))
    }
    let known = Set(importing.map(\.path))
    return program.files.filter { file in
      if known.contains(file.path) { return false }
      let names = instances.filter { program.sees(file.module, $0.key) }.values
        .reduce(into: Set()) { $0.formUnion($1) }
      let tokens = Array(file.tree.tokens(viewMode: .sourceAccurate))
      return zip(tokens, tokens.dropFirst(2)).contains { first, third in
        names.contains(first.plain) && functions.contains(third.text)
      }
    }
  }
}

/// Visits the uses of Swinject; the extensions rewrite them.
final class SwinjectRewriter: RegistrationRewriter {
  let facts: SwinjectFacts
  /// Whether there is a mark at a container of a test.
  private var isNoted = false

  init(_ file: ParsedFile, _ facts: SwinjectFacts) {
    self.facts = facts
    super.init(file, facts)
  }

  // MARK: Registrations that replace others

  override func container(of registration: Registration) -> String {
    registration.chain.receiver.map { instance($0) } ?? "self"
  }

  override func replaced(by registration: Registration) -> [RegisteredFactory] {
    registration.keys.map { registry.factory($0, for: file) }
  }

  override func obstacle(_ registration: Registration, _ factory: RegisteredFactory) -> String? {
    SwinjectFacts.obstacle(registration, factory)
  }

  /// A container that is not the shared one: its closure must not keep it alive.
  override func capture(of registration: Registration) -> String? {
    let container = container(of: registration)
    return registration.chain.receiver?.name != nil && container != Library.shared
      ? container : nil
  }

  // MARK: Visits

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteResolution(node.expression, all: ExprSyntax(node)) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    // `resolver?.resolve(X.self)?.y`: within the chain, what the factory gives is not optional.
    let call = node.expression.as(FunctionCallExprSyntax.self)
    let access = call?.calledExpression.as(MemberAccessExprSyntax.self)
    guard access?.base?.isOptionalChain == true else { return .visitChildren }
    return rewriteResolution(node.expression, all: ExprSyntax(node))
      ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if rewriteRegistration(node) || rewriteResolution(ExprSyntax(node), all: ExprSyntax(node))
      || rewriteOperation(node)
    {
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteAssignment(node) || noteOperator(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "~>" { file.note(node, "write `\(instance(node.expression)).…()`") }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if rewriteScope(node) || removeAssembler(node) || removeShared(node) { return .skipChildren }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.extendedType.trimmedDescription == "ObjectScope" {
      file.replace(node.extendedType, with: Library.scope)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if isAssemblerResolver(ExprSyntax(node)) {
      file.replace(node, with: Library.shared)
      noteContainerOfTest(node)
      return .skipChildren
    }
    return .visitChildren
  }

  /// Marks the first use of an assembler that a test makes.
  private func noteContainerOfTest(_ node: some SyntaxProtocol) {
    guard file.isTest, !isNoted,
      file.tree.nodes(FunctionCallExprSyntax.self).contains(where: {
        $0.madeType(in: file) == "Assembler" && $0.argument("container") == nil
      })
    else { return }
    isNoted = true
    file.note(
      node,
      "this test had a container of its own: add the trait `.container` to its suite, or use a "
        + "`Container()`")
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteResolverName(node)
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.text {
    case "Resolver" where node.parent?.is(InheritedTypeSyntax.self) == true:
      file.note(node, "\(Migration.Note.noProtocol): give it a container instead")
    case "Resolver" where node.parent?.is(SomeOrAnyTypeSyntax.self) == true:
      file.replace(node.parent!, with: Library.container)
    case "Resolver": file.replace(node.name, with: Library.container)
    case "Assembly" where node.parent?.is(InheritedTypeSyntax.self) != true:
      file.note(
        node, "`Assembly` has no counterpart: call `assemble(container:)` of those that remain")
    case "Assembler", "ServiceEntry":
      file.note(node, "`\(node.name.text)` has no counterpart: pass a `Container`")
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.baseType.trimmedDescription == "Swinject",
      ["Resolver", "Container"].contains(node.name.text)
    {
      file.replace(node, with: Library.container)
      return .skipChildren
    }
    return .visitChildren
  }
}
