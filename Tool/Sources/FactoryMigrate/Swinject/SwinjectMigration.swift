// Factory, MIT licence; see LICENSE
//
// From Swinject: registrations and assemblies become extensions of `Container`.
import SwiftSyntax

struct SwinjectMigration {
  let program: Program
  let files: [ParsedFile]
  let facts: SwinjectFacts
  /// Those of the files that do not import Swinject, themselves or through another module.
  private let others: [ParsedFile]

  init(_ program: Program) {
    self.program = program
    let importing = program.files(importing: ["Swinject", "SwinjectAutoregistration"])
    others = Self.others(program, importing)
    files = importing + others
    facts = SwinjectFacts(program, files)
  }

  /// Files that use a container which another file of the module declares. They need no import.
  private static func others(_ program: Program, _ importing: [ParsedFile]) -> [ParsedFile] {
    var names: [String: Set<String>] = [:]
    for file in importing {
      let finder = SwinjectFinder(file, program.types)
      finder.walk(file.tree)
      names[file.module, default: []].formUnion(finder.instances)
    }
    return program.files.filter { file in
      guard let names = names[file.module], !importing.contains(where: { $0 === file }) else {
        return false
      }
      let tokens = Array(file.tree.tokens(viewMode: .sourceAccurate))
      return zip(tokens, tokens.dropFirst(2)).contains { first, third in
        names.contains(first.plain) && ["resolve", "register"].contains(third.text)
      }
    }
  }

  func run() {
    let rewriters = files.map { SwinjectRewriter($0, program, facts) }
    for rewriter in rewriters { rewriter.walk(rewriter.file.tree) }
    for rewriter in rewriters {
      SwinjectTypes(rewriter).run()
      rewriter.mover.hoist(rewriter.hoisted)
    }
    PropertyWriter.declareMissing(facts.registry)
    for file in others { file.addImport("FactoryKit") }
    for file in files {
      let hasMain = file.imports.contains { $0.module == "Swinject" }
      file.replaceImport(of: "Swinject", with: "FactoryKit")
      file.replaceCanImport(of: ["SwinjectAutoregistration"], with: "FactoryKit")
      for fact in file.imports where fact.module == "SwinjectAutoregistration" {
        if hasMain {
          file.removeLines(fact.syntax)
        } else {
          file.replace(fact.syntax.path.first!.name, with: "FactoryKit")
        }
      }
    }
  }
}

/// Visits the uses of Swinject; the extensions rewrite them.
final class SwinjectRewriter: SyntaxVisitor {
  let file: ParsedFile
  let program: Program
  let facts: SwinjectFacts
  let contextual: ContextualType
  let mover: StatementMover
  var hoisted: [CodeBlockItemSyntax] = []

  init(_ file: ParsedFile, _ program: Program, _ facts: SwinjectFacts) {
    self.file = file
    self.program = program
    self.facts = facts
    contextual = ContextualType(types: program.types)
    mover = StatementMover(file: file, role: facts.role)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteResolution(node.expression, all: ExprSyntax(node)) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    // What nothing registers is still optional.
    let call = node.expression.as(FunctionCallExprSyntax.self)
    if let type = call?.metatype(), let name = call?.registrationName(),
      facts.registry[RegistrationKey(type, name)]?.isOptional ?? true
    {
      return .visitChildren
    }
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
    rewriteAssignment(node) || rewriteResolution(ExprSyntax(node), all: ExprSyntax(node))
      ? .skipChildren : .visitChildren
  }

  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    noteOperator(node)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if rewriteScope(node) || removeAssembler(node) { return .skipChildren }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.extendedType.trimmedDescription == "ObjectScope" {
      file.replace(node.extendedType, with: "Scope")
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if isAssemblerResolver(ExprSyntax(node)) {
      file.replace(node, with: "Container.shared")
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteResolverName(node)
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.text {
    case "Resolver" where node.parent?.is(InheritedTypeSyntax.self) == true:
      file.note(
        node, "`Resolver` is the class `Container` now, which is final: give it a container instead"
      )
    case "Resolver" where node.parent?.is(SomeOrAnyTypeSyntax.self) == true:
      file.replace(node.parent!, with: "Container")
    case "Resolver": file.replace(node.name, with: "Container")
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
      file.replace(node, with: "Container")
      return .skipChildren
    }
    return .visitChildren
  }
}
