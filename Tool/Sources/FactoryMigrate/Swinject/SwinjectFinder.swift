// Factory, MIT licence; see LICENSE
//
// Looks for the registrations, assemblies and containers of a file that uses Swinject.
import SwiftSyntax

final class SwinjectFinder: SyntaxVisitor {
  let file: ParsedFile
  let types: TypeTable
  var found: [SwinjectRegistration] = []
  var assembling: [FunctionDeclSyntax] = []
  var assemblers: Set<String> = []
  var instances: Set<String> = []
  var locators: Set<String> = []
  var defaultScopes: [DefaultScope.Statement] = []

  init(_ file: ParsedFile, _ types: TypeTable) {
    self.file = file
    self.types = types
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let registration = SwinjectRegistration(ExprSyntax(node), in: file, types) else {
      if node.makesContainer {
        let scope = node.argument("defaultObjectScope")?.expression
        defaultScopes.append((scope.map(\.scopeName) ?? "graph", file))
      }
      return .visitChildren
    }
    found.append(registration)
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.isAssembling { assembling.append(node) }
    let type = node.signature.parameterClause.parameters.first?.type.trimmedDescription
    if node.name.text == "resolve", type?.hasSuffix(".Type") == true,
      let locator = node.enclosingType, !["Container", "Resolver"].contains(locator)
    {
      locators.insert(locator)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    read((node.secondName ?? node.firstName).plain, node.type.trimmedDescription)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.type {
      read((node.secondName ?? node.firstName).plain, type.trimmedDescription)
    }
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let name = node.pattern.trimmedDescription
    if let made = node.initializer?.value.as(FunctionCallExprSyntax.self)?.madeType {
      read(name, made)
    }
    let value = node.initializer?.value
    let access =
      value?.as(MemberAccessExprSyntax.self)
      ?? value?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
    if ["resolver", "synchronize"].contains(access?.declName.baseName.text) {
      read(name, "Resolver")
    }
    if let type = node.typeAnnotation?.type.trimmedDescription { read(name, type) }
    return .visitChildren
  }

  private func read(_ name: String, _ type: String) {
    var type = TypeSpelling.withoutOptional(TypeSpelling.normalised(type))
    if type.hasPrefix("Swinject.") { type.removeFirst("Swinject.".count) }
    switch type {
    case "Assembler": assemblers.insert(name)
    case "Container", "Resolver": instances.insert(name)
    default: break
    }
  }
}

extension ExprSyntax {
  /// `container` for `.container` and `ObjectScope.container`; nil if it is something else.
  var scopeName: String? {
    self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}

extension FunctionCallExprSyntax {
  /// `Container` of `Container(…)`, `Container.init(…)` and `Swinject.Container(…)`.
  var madeType: String? {
    guard var path = calledExpression.path else { return nil }
    if path.last == "init" { path.removeLast() }
    if path.first == "Swinject" { path.removeFirst() }
    return path.count == 1 && ["Container", "Assembler"].contains(path[0]) ? path[0] : nil
  }

  /// Whether it makes a container, or an assembler that is not given one.
  fileprivate var makesContainer: Bool {
    if argument("defaultObjectScope") != nil { return true }
    switch madeType {
    case "Container": return true
    case "Assembler": return argument("container") == nil
    default: return false
    }
  }
}

extension FunctionDeclSyntax {
  /// The name of the type around it.
  var enclosingType: String? {
    ancestors.lazy.compactMap { ancestor -> String? in
      ancestor.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        ?? (ancestor.asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax)?.name.plain
    }.first
  }
}
