// Factory, MIT licence; see LICENSE
//
// What a registered closure uses that is not visible where its factory is declared.
import SwiftSyntax

extension ExprSyntax {
  /// Whether the expression uses parameters or local variables of a function around it, or members
  /// of the type around it.
  /// - Parameters:
  ///   - exception: the container, which a factory's closure does not need.
  ///   - containers: the types whose members are visible in the factory's closure.
  func usesLocals(except exception: String?, in containers: Set<String>) -> Bool {
    let finder = LocalUseFinder(span, exception, containers)
    finder.walk(self)
    return finder.isFound
  }
}

private final class LocalUseFinder: SyntaxVisitor {
  let body: Range<Int>
  let exception: String?
  let containers: Set<String>
  var isFound = false

  init(_ body: Range<Int>, _ exception: String?, _ containers: Set<String>) {
    self.body = body
    self.exception = exception
    self.containers = containers
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
      check(node.baseName.plain, at: node)
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil { check(node.name.plain, at: node) }
    return .visitChildren
  }

  private func check(_ name: String, at node: some SyntaxProtocol) {
    if name == exception { return }
    if name == "self" || name == "Self" { isFound = true }
    guard let scope = node.scope(declaring: name) else {
      if isMember(name, around: node) { isFound = true }
      return
    }
    if !body.contains(scope.span.lowerBound) { isFound = true }
  }

  private func isMember(_ name: String, around node: some SyntaxProtocol) -> Bool {
    node.ancestors.contains { ancestor in
      guard let group = ancestor.asProtocol((any DeclGroupSyntax).self) else { return false }
      let type = ancestor.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      if let type, containers.contains(type) { return false }
      return group.memberBlock.members.contains { $0.decl.declares(name) }
    }
  }
}

extension DeclSyntax {
  /// Whether it is a property, function or type with the name.
  fileprivate func declares(_ name: String) -> Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.contains { $0.pattern.trimmedDescription == name }
    }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.plain == name
  }
}
