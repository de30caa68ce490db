// Factory, MIT licence; see LICENSE
//
// From Factory 1.x: static factories of container classes become properties of containers.
import SwiftSyntax

enum Factory1Migration {
  static func run(_ program: Program) {
    let importing = program.files(importing: ["Factory"])
    var containers = StaticContainers(program)
    let others = others(program, importing, Set(containers.custom))
    let files = importing + others
    containers.read(files)
    for file in files {
      let isOther = others.contains { $0 === file }
      let rewriter = Factory1Rewriter(file, isOther ? containers.withoutImport() : containers)
      rewriter.walk(file.tree)
      if rewriter.namesLibrary { file.addImport("FactoryKit") }
      file.replaceImports(of: ["Factory"], with: "FactoryKit")
    }
  }

  /// Files that name a container which the program declares, and do not import Factory, themselves or through another module.
  /// Its members need no import.
  private static func others(
    _ program: Program, _ importing: [ParsedFile], _ names: Set<String>
  ) -> [ParsedFile] {
    guard !names.isEmpty else { return [] }
    let modules = Set(importing.map(\.module))
    return program.files.filter { file in
      !importing.contains { $0 === file }
        && modules.contains { program.sees(file.module, $0) }
        && file.tree.tokens(viewMode: .sourceAccurate).contains { names.contains($0.plain) }
    }
  }
}

/// Visits the syntax that 1.x gives a meaning; the extensions rewrite it.
final class Factory1Rewriter: SyntaxVisitor {
  let file: ParsedFile
  let containers: StaticContainers
  /// Whether a file without an import of the library needs one for what is written.
  var namesLibrary = false

  init(_ file: ParsedFile, _ containers: StaticContainers) {
    self.file = file
    self.containers = containers
    super.init(viewMode: .sourceAccurate)
  }

  func member(_ node: some SyntaxProtocol) -> (container: String, member: DeclSyntax)? {
    node.containerMember(containers.isContainer)
  }

  // MARK: Declarations

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.ancestor(ExtensionDeclSyntax.self),
      Self.isScope(type.extendedType.trimmedDescription)
    {
      rewriteScopeDeclaration(node)
    } else if let factory = StaticFactory(node) {
      if let (container, _) = member(node), node.isStatic {
        rewrite(factory, in: container)
      } else {
        file.note(
          node,
          "a factory needs a container: move this into `extension Container` as "
            + "`var \(factory.name): \(factory.kind)<…> { self { … } }`")
      }
    } else if let (container, _) = member(node), node.isStatic {
      let values = node.bindings.compactMap {
        $0.initializer.map { Syntax($0) } ?? $0.accessorBlock.map { Syntax($0) }
      }
      if !noteUnread(node, node.bindings.compactMap(\.name), values) {
        convertStaticMember(node, in: container)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.initializer.value.trimmedDescription
    if containers.isContainer(type) {
      file.note(
        node,
        "uses of factories by this name are not rewritten: write `\(node.name.text).shared.…()`")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let (container, decl) = member(node), decl.id == DeclSyntax(node).id,
      node.isStatic
    else { return .visitChildren }
    if noteUnread(node, [node.name.plain], [node.body].compactMap { $0.map { Syntax($0) } }) {
      return .visitChildren
    }
    guard containers.converted[container]?.contains(node.name.plain) == true
    else { return .visitChildren }
    if node.name.plain == "registerAllServices" {
      rewriteAutoRegistration(node)
    } else {
      removeStatic(node)
      file.count("functions that became instance functions")
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if containers.isContainer(node.name.plain) { rewriteContainer(node) }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if containers.isContainer(node.extendedType.trimmedDescription) { rewriteConformance(node) }
    return .visitChildren
  }

  // MARK: Uses

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteCall(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if case .argumentList(let arguments)? = node.arguments,
      Self.wrappers.contains(node.attributeName.trimmedDescription),
      rewriteKeyPath(arguments)
    {
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteAccess(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteName(node)
    return .skipChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if Self.isScope(node.trimmedDescription) { file.replace(node, with: Library.scope) }
    return .visitChildren
  }

  // MARK: Helpers

  static let wrappers: Set<String> = ["Injected", "LazyInjected", "WeakLazyInjected"]

  static func isScope(_ name: String) -> Bool {
    name == "Container.Scope" || name == "SharedContainer.Scope"
  }

  func removeStatic(_ node: some WithModifiersSyntax) {
    for modifier in node.modifiers where ["static", "class"].contains(modifier.name.text) {
      file.remove(modifier)
    }
  }
}
